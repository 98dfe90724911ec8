// Answers that were read, on the disk: a clone that is killed goes on with the requests that are left, at the rate that is left.

import { join } from 'node:path';
import type { Call, Client } from '../../../client/api.ts';
import { isObject } from '../../../contract/json.ts';
import { type JournalKind, type OpenJournal, openJournalFolder, type SentEntry } from '../../files/journal.ts';
import { lockedError } from '../../files/lock.ts';
import type { Session } from '../../session/session.ts';

/** Older answers are of another time: they would be mixed with those of today. */
const STALE_MS = 24 * 3_600_000;

interface AnswerEntry {
  readonly done: number;
  /** Our clock, epoch ms. */
  readonly at: number;
  /** Requests a minute, as the service gave them; null = not limited. */
  readonly limit?: number | null;
  readonly path: string;
  /** The request: its row and its input. */
  readonly request: string;
  readonly status: number;
  readonly data: unknown;
  /** Parameters that the service does not know. */
  readonly ignored?: readonly string[];
  /** What stands beside the data. */
  readonly beside: Readonly<Record<string, unknown>>;
}

function isAnswer(entry: unknown): entry is AnswerEntry {
  if (!isObject(entry)) return false;
  const { done, at, path, request, beside } = entry;
  return (
    typeof done === 'number' &&
    typeof at === 'number' &&
    typeof path === 'string' &&
    typeof request === 'string' &&
    isObject(beside)
  );
}

export class Answers {
  /** Request → its entry. */
  readonly #known = new Map<string, number>();
  readonly #readAt = new Map<string, number[]>();
  readonly #limits = new Map<string, number | null>();
  #lastAt: number | null = null;
  #opened: OpenJournal<SentEntry, AnswerEntry> | null = null;
  readonly #now: () => number;
  /** How many were there from an earlier process. */
  kept = 0;

  private constructor(now: () => number) {
    this.#now = now;
  }

  /** Exit 6 while another process makes the same clone. */
  static async open({ paths, io }: Pick<Session, 'paths' | 'io'>, name: string, isFresh: boolean): Promise<Answers> {
    const answers = new Answers(() => io.now());
    const folder = join(paths.state, 'clones', name);
    const kind: JournalKind<SentEntry, AnswerEntry> = {
      header: { journal: 'clone', version: 1 },
      isSent: (_entry): _entry is SentEntry => false,
      isDone: isAnswer,
      onEntry: (entry) => 'done' in entry && answers.#learn(entry),
      startOverHint: `delete ${folder}: what was read is read again`,
    };
    answers.#opened = await openJournalFolder(folder, io, {
      kind,
      isStale: () => isFresh || (answers.#lastAt !== null && io.now() - answers.#lastAt >= STALE_MS),
      patienceMs: 0,
      busy: (holder) => lockedError('conflict', 'the same clone is being made', holder),
    });
    if (answers.#opened.isStartedOver) {
      answers.#known.clear();
      answers.#readAt.clear();
    }
    answers.kept = answers.#known.size;
    return answers;
  }

  #learn({ done, at, limit, path, request }: AnswerEntry): void {
    if (limit !== undefined) this.#limits.set(path, limit);
    this.#known.set(request, done);
    this.#readAt.set(path, [...(this.#readAt.get(path) ?? []).slice(-1000), at]);
    this.#lastAt = at;
  }

  /** The client's calls, each sent once. `masked`: what is kept of the data of an answer. */
  over(client: Pick<Client, 'call' | 'pace' | 'resumePace'>, masked: (path: string, data: unknown) => unknown): Call {
    const resumed = new Set<string>();
    return async (route, input = {}, options = {}) => {
      const { params, query, body } = input;
      const request = JSON.stringify([route.method, route.path, params, query, body]);
      const key = this.#known.get(request);
      if (key !== undefined && this.#opened !== null) {
        const { status, data, beside, ignored = [] } = await this.#opened.journal.answer(key);
        return { status, headers: {}, requestId: undefined, data, envelope: { ...beside, data }, ignored };
      }
      if (!resumed.has(route.path)) {
        resumed.add(route.path);
        const [answeredAt, limit] = [this.#readAt.get(route.path) ?? [], this.#limits.get(route.path)];
        client.resumePace(route, { answeredAt, limit });
      }
      const reply = await client.call(route, input, options);
      const data = masked(route.path, reply.data);
      const { data: _, ...beside } = reply.envelope;
      const { status, ignored } = reply;
      const { learnt: limit } = client.pace(route);
      const about = { done: this.#known.size, at: this.#now(), path: route.path, request };
      const given = { ...(limit !== undefined && { limit }), ...(ignored !== undefined && { ignored }) };
      const entry = { ...about, status, data, beside, ...given };
      await this.#opened?.journal.answered(entry);
      this.#known.set(request, entry.done);
      return { ...reply, data, envelope: { ...beside, data } };
    };
  }

  /** `isOver`: the twin is complete, and nothing is left to continue. */
  async close(isOver: boolean): Promise<void> {
    await this.#opened?.close(isOver);
  }
}
