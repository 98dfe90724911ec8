// The progress of tagging many contacts, written to disk before it counts, so that the same command continues after a kill:
// with the remaining contacts, and within the rate that is already used.

import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { UsedSlots } from '../../../client/retry/pacer.ts';
import { CliError, diskError } from '../../app/exit.ts';
import type { Paths } from '../../app/paths.ts';
import { AppendedLines } from '../../files/appended-lines.ts';
import { type LockIo, lockedError, takeLock } from '../../files/lock.ts';
import { isSystemError } from '../../files/system-error.ts';

/** An older journal is ignored, as tags may have changed since. */
const STALE_MS = 24 * 3_600_000;

/** Everything that makes two commands the same. */
export interface Tagging {
  readonly verb: 'tag' | 'untag';
  /** The address, or `local` with its folder. */
  readonly service: string;
  readonly tagIds: readonly number[];
  readonly senderIdentityId: number | null;
  readonly contactIds: readonly number[];
}

/** A request that is about to be sent. */
interface TurnLine {
  readonly turn: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Its answer; `error` is null if the contact is done. */
interface TaggedLine {
  readonly done: number;
  readonly at: number;
  readonly error: string | null;
  /** Requests a minute that were allowed then. */
  readonly limit: number | null;
}

function nameOf({ verb, service, tagIds, senderIdentityId, contactIds }: Tagging): string {
  const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  const what = JSON.stringify([verb, service, sorted(tagIds), senderIdentityId, sorted(contactIds)]);
  return createHash('sha256').update(what).digest('hex').slice(0, 20);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTurn(line: unknown): line is TurnLine {
  return isObject(line) && typeof line['turn'] === 'number' && typeof line['at'] === 'number';
}

function isDone(line: unknown): line is TaggedLine {
  if (!isObject(line)) return false;
  const { done, at, error, limit } = line;
  return (
    typeof done === 'number' &&
    typeof at === 'number' &&
    (error === null || typeof error === 'string') &&
    (limit === null || typeof limit === 'number')
  );
}

export class TaggingJournal {
  readonly #folder: string;
  readonly #release: () => void;
  readonly #now: () => number;
  readonly #done = new Map<number, TaggedLine>();
  /** Contact → when it was asked. */
  readonly #unanswered = new Map<number, number>();
  /** When requests were answered, those of earlier processes first; and the limit that was last in force. */
  readonly #answeredAt: number[] = [];
  #limit: number | null | undefined;
  #file: AppendedLines | null = null;

  private constructor(folder: string, release: () => void, now: () => number) {
    this.#folder = folder;
    this.#release = release;
    this.#now = now;
  }

  /**
   * Opens the journal of the same command or starts a new one, also when it is a day old or `fresh` is set. Throws CliError
   * with exit 6 while another process runs the same command.
   */
  static async open(
    { state }: Pick<Paths, 'state'>,
    io: LockIo,
    tagging: Tagging,
    fresh = false,
  ): Promise<TaggingJournal> {
    const folder = join(state, 'tagging', nameOf(tagging));
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const lock = await takeLock(join(folder, 'lock'), io);
      if (!('release' in lock)) throw lockedError('conflict', 'the same command is already running', lock);
      const journal = new TaggingJournal(folder, lock.release, () => io.now());
      await journal.#begin(fresh).catch((error: unknown) => {
        lock.release();
        throw error;
      });
      return journal;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const hint = 'make room or make it writable; REACH_HOME moves it elsewhere. Nothing was sent';
      throw diskError('state', `cannot keep track in ${folder}`, error, hint);
    }
  }

  async #begin(fresh: boolean): Promise<void> {
    const path = join(this.#folder, 'journal.ndjson');
    const open = () =>
      AppendedLines.open(path, {
        learn: (text) => this.#learn(parsed(text)),
        damaged: (where) =>
          new CliError('later', 'journal_damaged', `${this.#folder} is damaged (${where})`, {
            hint: 'remove it and run the command again: tagging a contact twice has the same effect as once',
          }),
      });
    this.#file = await open();
    if (!fresh && this.#now() - this.#lastAt < STALE_MS) return;
    await this.#file.close();
    AppendedLines.remove(path);
    this.#done.clear();
    this.#unanswered.clear();
    this.#file = await open();
  }

  get #lastAt(): number {
    return Math.max(...this.#answeredAt.slice(-1), ...this.#unanswered.values(), 0) || this.#now();
  }

  #learn(line: unknown): boolean {
    if (isDone(line)) {
      this.#done.set(line.done, line);
      this.#unanswered.delete(line.done);
      this.#answeredAt.push(line.at);
      this.#limit = line.limit;
      return true;
    }
    if (!isTurn(line)) return false;
    this.#unanswered.set(line.turn, line.at);
    return true;
  }

  get #lines(): AppendedLines {
    if (this.#file === null) throw new Error('the journal is not open');
    return this.#file;
  }

  /** Contacts that an earlier process has done. Refused ones are tried again. */
  isDone(contactId: number): boolean {
    return this.#done.get(contactId)?.error === null;
  }

  get doneCount(): number {
    return [...this.#done.values()].filter(({ error }) => error === null).length;
  }

  /** The rate used by earlier processes; null if none. A request without an answer may still arrive, so it counts as now. */
  used(): UsedSlots | null {
    const answeredAt = [...this.#answeredAt, ...[...this.#unanswered.keys()].map(() => this.#now())];
    if (answeredAt.length === 0) return null;
    return { answeredAt, ...(this.#limit !== undefined && { limit: this.#limit }) };
  }

  /** Resolves when it is on the disk; nothing may be sent before. */
  async turn(contactId: number): Promise<void> {
    await this.#lines.write({ turn: contactId, at: this.#now() } satisfies TurnLine);
  }

  async done(contactId: number, error: string | null, limit: number | null): Promise<void> {
    const line: TaggedLine = { done: contactId, at: this.#now(), error, limit };
    await this.#lines.write(line);
    this.#done.set(contactId, line);
  }

  /** `isOver`: nothing is left to continue. */
  async close(isOver: boolean): Promise<void> {
    await this.#lines.close();
    if (isOver) rmSync(this.#folder, { recursive: true, force: true });
    else this.#release();
  }
}
