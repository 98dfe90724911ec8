// The journal of an import, on disk before anything counts: one JSON object per line, only ever appended. It holds ids,
// outcomes and errors; neither the contents of rows nor the key.

import { isObject } from '../../../contract/json.ts';
import { CliError } from '../../app/exit.ts';
import { type Append, AppendedLines, type ByteRange } from '../../files/appended-lines.ts';
import { decodeResult, encodeResult, type RowResult } from '../report/row-result.ts';
import type { ClockLag } from './record-clock.ts';

/** Written before a bulk goes out, each time it does. */
export interface SentLine {
  readonly sent: number;
  readonly attempt: number;
  /** Lines of the file where its first and last row begin, and how many rows it holds. */
  readonly rows: readonly [first: number, last: number];
  readonly items: number;
  /** Our clock, epoch ms; and when the request can no longer arrive. */
  readonly at: number;
  readonly deadline: number;
  /** The service's clock, not later than when it received this; null if it never gave its time. */
  readonly serverAt: number | null;
}

/** Requests of a bulk of which no answer is known. */
export interface Unanswered {
  readonly attempts: number;
  readonly rows: readonly [first: number, last: number];
  readonly items: number;
  /** The earliest of them, and the latest deadline. */
  readonly at: number;
  readonly serverAt: number | null;
  readonly deadline: number;
}

/**
 * `uncertain`: done, but some rows of it could not be decided. `reopened`: these were sent again since; its results are those
 * of before.
 */
export type BulkState =
  | { readonly is: 'unknown' }
  | { readonly is: 'done' }
  | { readonly is: 'unanswered' | 'uncertain' | 'reopened'; readonly unanswered: Unanswered };

type RowCounts = Readonly<Record<string, number>>;
export interface Finished {
  readonly at: number;
  readonly counts: RowCounts;
}

/** Services report their time in whole seconds. */
const RESOLUTION_MS = 1_000;
/** How far our clock may be from that of a service that never reported its time. */
const CLOCK_SKEW_MS = 600_000;

/** The earliest moment, by the service's clock, at which a request can have created records. */
export function sinceOf({ serverAt, at }: Pick<SentLine, 'serverAt' | 'at'>): number {
  return serverAt === null ? at - CLOCK_SKEW_MS : serverAt - RESOLUTION_MS;
}

/** Joins what is known of a bulk's attempts so far with one more. */
function joined(before: Unanswered | undefined, line: SentLine): Unanswered {
  const { attempt: attempts, rows, items, at, deadline, serverAt } = line;
  if (before === undefined) return { attempts, rows, items, at, serverAt, deadline };
  return { ...before, attempts, deadline: Math.max(before.deadline, deadline) };
}

export class Journal {
  readonly #path: string;
  readonly #unanswered = new Map<number, Unanswered>();
  readonly #done = new Map<number, ByteRange>();
  /** The requests of bulks that are done with rows that could not be decided. */
  readonly #uncertain = new Map<number, Unanswered>();
  #finished: Finished | null = null;
  #beganAt = Number.POSITIVE_INFINITY;
  #clockLag: ClockLag | null = null;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Opens or makes a journal. A last line that was cut short is taken off; damage before it is an error. */
  static async open(path: string, append?: Append): Promise<Journal> {
    const journal = new Journal(path);
    journal.#file = await AppendedLines.open(path, {
      learn: (text, span) => journal.#learn(text, span),
      damaged: (where) => journal.#damaged(where),
      ...(append && { append }),
    });
    return journal;
  }

  #file: AppendedLines | null = null;

  get #lines(): AppendedLines {
    if (this.#file === null) throw new Error('the journal is not open');
    return this.#file;
  }

  get finished(): Finished | null {
    return this.#finished;
  }

  /** How many bulks are done. */
  get doneBulks(): number {
    return this.#done.size;
  }

  /** When the first bulk was sent, by the service's clock; infinity before. */
  get beganAt(): number {
    return this.#beganAt;
  }

  /** What is known of the service's clock; null = nothing. */
  get clockLag(): ClockLag | null {
    return this.#clockLag;
  }

  state(bulk: number): BulkState {
    const isDone = this.#done.has(bulk);
    const unanswered = this.#unanswered.get(bulk);
    if (unanswered !== undefined) return { is: isDone ? 'reopened' : 'unanswered', unanswered };
    const uncertain = this.#uncertain.get(bulk);
    if (uncertain !== undefined) return { is: 'uncertain', unanswered: uncertain };
    return isDone ? { is: 'done' } : { is: 'unknown' };
  }

  /** The results of a bulk that is done, in its order. Read when asked for: a million of them are never held. */
  async results(bulk: number): Promise<readonly RowResult[]> {
    const span = this.#done.get(bulk);
    if (span === undefined) throw new RangeError(`bulk ${bulk} is not done`);
    const line: unknown = parsed(await this.#lines.read(span));
    const list = isObject(line) && Array.isArray(line['results']) ? line['results'].map(decodeResult) : [null];
    const results = list.filter((result) => result !== null);
    if (results.length !== list.length) throw this.#damaged(`bulk ${bulk}`);
    return results;
  }

  /** Every id that a bulk of this import was answered with. */
  async *ids(): AsyncGenerator<number> {
    for (const bulk of [...this.#done.keys()]) for (const { id } of await this.results(bulk)) if (id !== null) yield id;
  }

  /** Resolves when the line is on the disk; nothing may be sent before. Throws CliError `journal` when it cannot be. */
  async sent(line: SentLine): Promise<void> {
    await this.#lines.write(line);
    this.#learnSent(line);
  }

  /**
   * Resolves when the results are written. Should they not reach the disk, as the system ends right then, the bulk is one
   * without an answer.
   */
  async done(bulk: number, results: readonly RowResult[]): Promise<void> {
    const span = await this.#lines.writeSoon({ done: bulk, results: results.map(encodeResult) });
    this.#learnDone(bulk, span, isUncertain(results));
  }

  async clock(lag: ClockLag): Promise<void> {
    this.#clockLag = lag;
    await this.#lines.write({ clockLag: lag });
  }

  #learnSent(line: SentLine): void {
    this.#unanswered.set(line.sent, joined(this.#unanswered.get(line.sent) ?? this.#uncertain.get(line.sent), line));
    this.#beganAt = Math.min(this.#beganAt, sinceOf(line));
  }

  #learnDone(bulk: number, span: ByteRange, hasUncertain: boolean): void {
    const requests = this.#unanswered.get(bulk) ?? this.#uncertain.get(bulk);
    this.#done.set(bulk, span);
    this.#unanswered.delete(bulk);
    if (hasUncertain && requests !== undefined) this.#uncertain.set(bulk, requests);
    else this.#uncertain.delete(bulk);
  }

  async finish(finished: Finished): Promise<void> {
    await this.#lines.write({ finished: finished.at, counts: finished.counts });
    this.#finished = finished;
  }

  async close(): Promise<void> {
    await this.#lines.close();
  }

  #damaged(where: string): CliError {
    return new CliError('later', 'journal_damaged', `${this.#path} is damaged (${where})`, {
      hint: 'restore it from a backup; or check the service, and start over with --new: rows that were sent are sent again',
    });
  }

  /** Takes in one line; false when it is none of ours. Results stay on the disk. */
  #learn(text: string, span: ByteRange): boolean {
    const done = /^\{"done":([0-9]{1,15}),"results":\[.*\]\}$/s.exec(text);
    if (done !== null) {
      // As `encodeResult` writes it: the quotes of a text within are escaped.
      this.#learnDone(Number(done[1]), span, text.includes('["uncertain"'));
      return true;
    }
    const line: unknown = parsed(text);
    if (isSentLine(line)) {
      this.#learnSent(line);
      return true;
    }
    if (isObject(line) && (typeof line['clockLag'] === 'number' || line['clockLag'] === 'unrelated')) {
      this.#clockLag = line['clockLag'];
      return true;
    }
    if (isObject(line) && typeof line['finished'] === 'number' && isCounts(line['counts'])) {
      this.#finished = { at: line['finished'], counts: line['counts'] };
      return true;
    }
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isUncertain = (results: readonly RowResult[]) => results.some(({ status }) => status === 'uncertain');

function isCounts(value: unknown): value is RowCounts {
  return isObject(value) && Object.values(value).every((count) => typeof count === 'number');
}

function isSentLine(value: unknown): value is SentLine {
  if (!isObject(value)) return false;
  const { sent, attempt, rows, items, at, deadline, serverAt } = value;
  const numbers = [sent, attempt, items, at, deadline];
  return (
    numbers.every((number) => typeof number === 'number') &&
    (serverAt === null || typeof serverAt === 'number') &&
    Array.isArray(rows) &&
    rows.length === 2 &&
    rows.every((line) => typeof line === 'number')
  );
}
