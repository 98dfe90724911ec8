// The progress of one request per contact, written to disk before it counts, so that the same command continues after a
// kill: with the remaining contacts, and within the rate that is already used.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UsedSlots } from '../../../client/retry/pacer.ts';
import { isObject } from '../../../contract/json.ts';
import { Journal, type JournalKind, type OpenJournal, openJournalFolder, type SentEntry } from '../../files/journal.ts';
import { type LockIo, lockedError } from '../../files/lock.ts';
import type { Paths } from '../../session/paths.ts';
import { diskError } from '../../terminal/exit.ts';
import { isSystemError } from '../../terminal/system-error.ts';

/** An older journal is ignored: what is wanted of the same contacts may have changed since. */
const STALE_MS = 24 * 3_600_000;

export interface ContactWork {
  readonly journal: 'tagging' | 'replies';
  /** Everything that makes two commands the same. */
  readonly same: readonly unknown[];
  /** What happens to contacts that are done, should the journal be removed. */
  readonly ifRemoved: string;
}

interface ContactSent extends SentEntry {
  readonly requestId?: string;
}

/** The answer; `error` is null if the contact is done. */
interface AnsweredEntry {
  readonly done: number;
  readonly at: number;
  readonly error: string | null;
  /** Requests a minute, as the service gave them; null = not limited. */
  readonly limit?: number | null;
}

function isSent(entry: unknown): entry is ContactSent {
  if (!isObject(entry)) return false;
  const { sent, at, requestId } = entry;
  const hasId = requestId === undefined || typeof requestId === 'string';
  return typeof sent === 'number' && typeof at === 'number' && hasId;
}

function isAnswered(entry: unknown): entry is AnsweredEntry {
  if (!isObject(entry)) return false;
  const { done, at, error, limit } = entry;
  return (
    typeof done === 'number' &&
    typeof at === 'number' &&
    (error === null || typeof error === 'string') &&
    (limit === undefined || limit === null || typeof limit === 'number')
  );
}

class State {
  /** Contacts that were done without an error. */
  readonly done = new Set<number>();
  /** By contact, when its requests were answered at the latest, one for each request: infinity without an answer. */
  readonly usedAt = new Map<number, number[]>();
  /** The limit that was last in force. */
  limit: number | null | undefined;
  lastAt: number | null = null;

  isStale(now: number): boolean {
    return this.lastAt !== null && now - this.lastAt >= STALE_MS;
  }

  learn(entry: ContactSent | AnsweredEntry): void {
    this.lastAt = entry.at;
    if ('sent' in entry) {
      this.usedAt.set(entry.sent, [...(this.usedAt.get(entry.sent) ?? []), Number.POSITIVE_INFINITY]);
      return;
    }
    if (entry.error === null) this.done.add(entry.done);
    const used = this.usedAt.get(entry.done) ?? [];
    this.usedAt.set(
      entry.done,
      used.map((at) => Math.min(at, entry.at)),
    );
    this.limit = entry.limit;
  }
}

export class ContactJournal {
  readonly #journal: Journal<ContactSent, AnsweredEntry>;
  readonly #state: State;
  readonly #now: () => number;
  /** `isOver`: nothing is left to continue. */
  readonly close: (isOver: boolean) => Promise<void>;

  private constructor({ journal, close }: OpenJournal<ContactSent, AnsweredEntry>, state: State, now: () => number) {
    this.#journal = journal;
    this.#state = state;
    this.#now = now;
    this.close = close;
  }

  /**
   * Opens the journal of the same command or starts a new one, also when it is a day old or `fresh` is set. Throws CliError
   * with exit 6 while another process runs the same command.
   */
  static async open(
    paths: Pick<Paths, 'state'>,
    io: LockIo,
    work: ContactWork,
    fresh = false,
  ): Promise<ContactJournal> {
    const folder = folderOf(paths, work);
    const state = new State();
    try {
      const opened = await openJournalFolder<ContactSent, AnsweredEntry>(folder, io, {
        kind: kindOf(folder, work, state),
        isStale: () => fresh || state.isStale(io.now()),
        patienceMs: 0,
        busy: (holder) => lockedError('conflict', 'the same command is already running', holder),
      });
      removeStale(folder, io.now());
      if (opened.isStartedOver) state.done.clear();
      return new ContactJournal(opened, state, () => io.now());
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const hint = 'make room or make it writable; REACH_HOME moves it elsewhere. Nothing was sent';
      throw diskError('state', `cannot keep track in ${folder}`, error, hint);
    }
  }

  /** Contacts that the same command has done, without opening its journal. */
  static async doneBefore(paths: Pick<Paths, 'state'>, now: number, work: ContactWork): Promise<ReadonlySet<number>> {
    const folder = folderOf(paths, work);
    const path = join(folder, 'journal.ndjson');
    const state = new State();
    if (!existsSync(path)) return state.done;
    await (await Journal.read(path, kindOf(folder, work, state))).close();
    return state.isStale(now) ? new Set() : state.done;
  }

  /** Contacts that an earlier process has done. Refused ones are tried again. */
  isDone(contactId: number): boolean {
    return this.#state.done.has(contactId);
  }

  get doneCount(): number {
    return this.#state.done.size;
  }

  /** The last request for the contact, if no answer to it was seen. */
  unanswered(contactId: number): ContactSent | undefined {
    const state = this.#journal.state(contactId);
    return 'requests' in state ? state.requests.at(-1) : undefined;
  }

  /** The rate used by earlier processes; null if none. A request without an answer may still arrive, so it counts as now. */
  used(): UsedSlots | null {
    const { usedAt, limit } = this.#state;
    const answeredAt = [...usedAt.values()].flat().map((at) => Math.min(at, this.#now()));
    if (answeredAt.length === 0) return null;
    return { answeredAt, ...(limit !== undefined && { limit }) };
  }

  /** Resolves when it is on the disk; nothing may be sent before. */
  async sent(contactId: number, requestId?: string): Promise<void> {
    await this.#journal.sent({ sent: contactId, at: this.#now(), ...(requestId !== undefined && { requestId }) });
  }

  async done(contactId: number, error: string | null, limit?: number | null): Promise<void> {
    const entry = { done: contactId, at: this.#now(), error };
    await this.#journal.answered({ ...entry, ...(limit !== undefined && { limit }) }, true);
  }
}

/** Journals of other commands that are ignored by now: one that is running writes more often than once a day. */
function removeStale(folder: string, now: number): void {
  for (const name of readdirSync(dirname(folder))) {
    const other = join(dirname(folder), name);
    const writtenAt = statSync(join(other, 'journal.ndjson'), { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (other !== folder && now - writtenAt >= 2 * STALE_MS) rmSync(other, { recursive: true, force: true });
  }
}

function folderOf(paths: Pick<Paths, 'state'>, { journal, same }: ContactWork): string {
  const name = createHash('sha256').update(JSON.stringify(same)).digest('hex').slice(0, 20);
  return join(paths.state, journal, name);
}

const kindOf = (
  folder: string,
  { journal, ifRemoved }: ContactWork,
  state: State,
): JournalKind<ContactSent, AnsweredEntry> => ({
  header: { journal, version: 1 },
  isSent,
  isDone: isAnswered,
  onEntry: (entry) => state.learn(entry),
  startOverHint: `remove ${folder} and run the command again: ${ifRemoved}`,
});
