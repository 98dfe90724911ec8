// The journal of requests that are sent: `{"sent":KEY,…}` is on the disk before a request goes out, `{"done":KEY,…}` follows
// its answer. What was sent and never answered is known after a crash, and settled by whoever opens the journal. Entries may
// have further properties, and a kind of journal further entries; versions that do not know them refuse the file.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { parsedJson } from '../../contract/parse-json.ts';
import { CliError } from '../terminal/exit.ts';
import { AppendedLines, type ByteRange, type LinesOptions } from './appended-lines.ts';
import { type LockHolder, type LockIo, takeLock } from './lock.ts';

export interface SentEntry {
  readonly sent: number;
  /** Our clock, epoch ms. */
  readonly at: number;
}

export interface DoneEntry {
  readonly done: number;
}

export interface JournalKind<S extends SentEntry, D extends DoneEntry> {
  /** The first line of the file; null where a file beside the journal says what it is. */
  readonly header: { readonly journal: string; readonly version: number } | null;
  readonly isSent: (value: unknown) => value is S;
  readonly isDone: (value: unknown) => value is D;
  /** Whether an answer leaves open what became of the request. */
  readonly isUncertain?: (entry: D) => boolean;
  /** Takes in an entry: those of earlier processes when the journal is opened, then each that is written. */
  readonly onEntry?: (entry: S | D, range: ByteRange) => void;
  /** Takes in an entry of another kind; false for one that is not known. */
  readonly onNote?: (note: JsonObject) => boolean;
  /** What to do about a file that cannot be continued. */
  readonly startOverHint: string;
}

/** `uncertain`: answered, but what became of it is open. `reopened`: answered, and sent again since. */
export type SentState<S> =
  | { readonly is: 'unknown' | 'done' }
  | { readonly is: 'unanswered' | 'uncertain' | 'reopened'; readonly requests: readonly S[] };

export interface Finished {
  readonly at: number;
  readonly counts: Readonly<Record<string, number>>;
}

export class Journal<S extends SentEntry, D extends DoneEntry> {
  readonly #path: string;
  readonly #kind: JournalKind<S, D>;
  /** Requests without an answer, and those whose answer left something open. */
  readonly #unanswered = new Map<number, readonly S[]>();
  readonly #uncertain = new Map<number, readonly S[]>();
  /** Where the answers are on the disk: they may be too many to hold. */
  readonly #done = new Map<number, ByteRange>();
  #lines: AppendedLines | null = null;
  #finished: Finished | null = null;
  #hasHeader = false;

  private constructor(path: string, kind: JournalKind<S, D>) {
    this.#path = path;
    this.#kind = kind;
    this.#hasHeader = kind.header === null;
  }

  /** Opens or makes a journal. A last line that was cut short is taken off; damage before it is an error. */
  static async open<S extends SentEntry, D extends DoneEntry>(
    path: string,
    kind: JournalKind<S, D>,
    options: Pick<LinesOptions, 'append' | 'isReadOnly'> = {},
  ): Promise<Journal<S, D>> {
    const journal = new Journal(path, kind);
    journal.#lines = await AppendedLines.open(path, {
      learn: (text, span) => journal.#learn(text, span),
      damaged: (where) => journal.damaged(where),
      ...options,
    });
    return journal;
  }

  /** Opens a journal that another process may be writing. */
  static read<S extends SentEntry, D extends DoneEntry>(path: string, kind: JournalKind<S, D>): Promise<Journal<S, D>> {
    return Journal.open(path, kind, { isReadOnly: true });
  }

  get #file(): AppendedLines {
    if (this.#lines === null) throw new Error('the journal is not open');
    return this.#lines;
  }

  get finished(): Finished | null {
    return this.#finished;
  }

  state(key: number): SentState<S> {
    const isDone = this.#done.has(key);
    const unanswered = this.#unanswered.get(key);
    if (unanswered !== undefined) return { is: isDone ? 'reopened' : 'unanswered', requests: unanswered };
    const uncertain = this.#uncertain.get(key);
    if (uncertain !== undefined) return { is: 'uncertain', requests: uncertain };
    return { is: isDone ? 'done' : 'unknown' };
  }

  /** The keys that were answered. */
  get done(): readonly number[] {
    return [...this.#done.keys()];
  }

  /** The keys whose last request was never answered. */
  get unanswered(): readonly number[] {
    return [...this.#unanswered.keys()];
  }

  /** The answer to the last request, read from the disk. */
  async answer(key: number): Promise<D> {
    const span = this.#done.get(key);
    if (span === undefined) throw new RangeError(`${key} is not answered`);
    const entry = parsedJson(await this.#file.read(span));
    if (!this.#kind.isDone(entry)) throw this.damaged(`the answer to ${key}`);
    return entry;
  }

  /** A request as it was written, read from the disk. */
  async request(range: ByteRange): Promise<S> {
    const entry = parsedJson(await this.#file.read(range));
    if (!this.#kind.isSent(entry)) throw this.damaged(`the line at byte ${range.offset}`);
    return entry;
  }

  /**
   * Resolves when the entry is on the disk; nothing may be sent before. `isLasting` false: when no end of the process loses it.
   * Throws CliError `journal` when it cannot be.
   */
  async sent(entry: S, isLasting = true): Promise<void> {
    this.#learnSent(entry, await this.#write(entry, isLasting));
  }

  /**
   * Resolves when the answer is written. Should it not reach the disk, as the system ends right then, the request is one
   * without an answer; `isLasting`: resolves when it is on the disk.
   */
  async answered(entry: D, isLasting = false): Promise<void> {
    this.#learnDone(entry, await this.#write(entry, isLasting));
  }

  /** Resolves when an entry of another kind is on the disk. */
  async note(note: object): Promise<void> {
    await this.#write(note);
  }

  async finish(finished: Finished): Promise<void> {
    await this.#write({ finished: finished.at, counts: finished.counts });
    this.#finished = finished;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  damaged(where: string): CliError {
    return new CliError('later', 'journal_damaged', `${this.#path} is damaged (${where})`, {
      hint: this.#kind.startOverHint,
    });
  }

  #write(entry: object, isLasting = true): Promise<ByteRange> {
    if (!this.#hasHeader && this.#kind.header !== null) {
      this.#hasHeader = true;
      // It waits for the entry, which is written with it; should that fail, so does this.
      this.#file.write(this.#kind.header, false).catch(() => {});
    }
    return this.#file.write(entry, isLasting);
  }

  #learn(text: string, span: ByteRange): boolean {
    const line = parsedJson(text);
    if (!this.#hasHeader && isObject(line)) this.#learnHeader(line);
    else if (this.#kind.isDone(line)) this.#learnDone(line, span);
    else if (this.#kind.isSent(line)) this.#learnSent(line, span);
    else if (!isObject(line)) return false;
    else if (isFinished(line)) this.#finished = { at: line.finished, counts: line.counts };
    else return this.#kind.onNote?.(line) === true;
    return true;
  }

  #learnHeader({ journal, version }: JsonObject): void {
    const { header } = this.#kind;
    this.#hasHeader = true;
    if (journal === header?.journal && version === header?.version) return;
    throw new CliError('later', 'journal_version', `${this.#path} is of another version of reach`, {
      hint: this.#kind.startOverHint,
    });
  }

  #learnSent(entry: S, range: ByteRange): void {
    const before = this.#unanswered.get(entry.sent) ?? this.#uncertain.get(entry.sent) ?? [];
    this.#unanswered.set(entry.sent, [...before, entry]);
    this.#kind.onEntry?.(entry, range);
  }

  #learnDone(entry: D, span: ByteRange): void {
    const key = entry.done;
    const requests = this.#unanswered.get(key) ?? this.#uncertain.get(key);
    this.#done.set(key, span);
    this.#unanswered.delete(key);
    if (requests !== undefined && this.#kind.isUncertain?.(entry)) this.#uncertain.set(key, requests);
    else this.#uncertain.delete(key);
    this.#kind.onEntry?.(entry, span);
  }
}

function isFinished(line: JsonObject): line is JsonObject & Pick<Finished, 'counts'> & { readonly finished: number } {
  const { finished, counts } = line;
  return (
    typeof finished === 'number' &&
    isObject(counts) &&
    Object.values(counts).every((count) => typeof count === 'number')
  );
}

export interface FolderOptions<S extends SentEntry, D extends DoneEntry> {
  readonly kind: JournalKind<S, D>;
  /** Whether what is there is not to be continued: then the journal is started over. */
  readonly isStale: () => boolean;
  /** How long to wait for another process that does the same work. */
  readonly patienceMs: number;
  readonly busy: (holder: LockHolder) => CliError;
}

export interface OpenJournal<S extends SentEntry, D extends DoneEntry> {
  readonly journal: Journal<S, D>;
  readonly isStartedOver: boolean;
  /** `isOver`: nothing is left to continue. */
  readonly close: (isOver: boolean) => Promise<void>;
}

/** Opens the journal of work that has a folder for itself, and keeps other processes from the same work until it is closed. */
export async function openJournalFolder<S extends SentEntry, D extends DoneEntry>(
  folder: string,
  io: LockIo,
  { kind, isStale, patienceMs, busy }: FolderOptions<S, D>,
): Promise<OpenJournal<S, D>> {
  const lock = await takeLock(join(folder, 'lock'), io, patienceMs);
  if (!('release' in lock)) throw busy(lock);
  const path = join(folder, 'journal.ndjson');
  try {
    let journal = await Journal.open(path, kind);
    const isStartedOver = isStale();
    if (isStartedOver) {
      await journal.close();
      AppendedLines.remove(path);
      journal = await Journal.open(path, kind);
    }
    const close = async (isOver: boolean) => {
      await journal.close();
      if (isOver) rmSync(folder, { recursive: true, force: true });
      lock.release();
    };
    return { journal, isStartedOver, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}
