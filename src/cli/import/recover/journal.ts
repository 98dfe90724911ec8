// The journal of an import, on disk before anything counts: one JSON object per line, only ever appended. It holds ids,
// outcomes and errors; neither the contents of rows nor the key.

import { largest } from '../../../contract/extremes.ts';
import { isObject } from '../../../contract/json.ts';
import type { Append } from '../../files/appended-lines.ts';
import { type Finished, Journal, type JournalKind } from '../../files/journal.ts';
import { decodeResult, encodeResult, type RowResult } from '../report/row-result.ts';
import type { ClockLag } from './record-clock.ts';

/** Requests a minute by what they do, as the service gave them; null = not limited. */
export type Limits = Readonly<Partial<Record<'create' | 'update' | 'delete', number | null | undefined>>>;

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
  /** The history does not know what this request creates. */
  readonly isUnrecorded?: true;
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
  /** Whether the history knows what they create. */
  readonly isRecorded: boolean;
}

/**
 * `uncertain`: done, but some rows of it could not be decided. `reopened`: these were sent again since; its results are those
 * of before.
 */
type BulkState =
  | { readonly is: 'unknown' }
  | { readonly is: 'done' }
  | { readonly is: 'unanswered' | 'uncertain' | 'reopened'; readonly unanswered: Unanswered };

/** Services report their time in whole seconds. */
export const RESOLUTION_MS = 1_000;
/** How far our clock may be from that of a service that never reported its time. */
const CLOCK_SKEW_MS = 600_000;

/** The earliest moment, by the service's clock, at which a request can have created records. */
export function sinceOf({ serverAt, at }: Pick<SentLine, 'serverAt' | 'at'>): number {
  return serverAt === null ? at - CLOCK_SKEW_MS : serverAt - RESOLUTION_MS;
}

/** What is known of all requests of a bulk. */
function joined(requests: readonly SentLine[]): Unanswered {
  const [first, last] = [requests[0], requests.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('no request');
  const { rows, items, at, serverAt } = first;
  const deadline = largest(requests.map((request) => request.deadline));
  const isRecorded = requests.every(({ isUnrecorded }) => isUnrecorded !== true);
  return { attempts: last.attempt, rows, items, at, serverAt, deadline, isRecorded };
}

export class ImportJournal {
  readonly #journal: Journal<SentLine, DoneLine>;
  /** What its entries say beside the states of bulks. */
  readonly learned: JournalContents;

  private constructor(journal: Journal<SentLine, DoneLine>, learned: JournalContents) {
    this.#journal = journal;
    this.learned = learned;
  }

  /** Opens or makes a journal. A last line that was cut short is taken off; damage before it is an error. */
  static async open(path: string, append?: Append): Promise<ImportJournal> {
    const learned: JournalContents = {
      beganAt: Infinity,
      clockLag: null,
      lastDeadline: 0,
      usedAt: new Map(),
      limits: {},
    };
    return new ImportJournal(await Journal.open(path, kindOf(learned), append && { append }), learned);
  }

  get finished(): Finished | null {
    return this.#journal.finished;
  }

  state(bulk: number): BulkState {
    const state = this.#journal.state(bulk);
    return 'requests' in state ? { is: state.is, unanswered: joined(state.requests) } : state;
  }

  /** The results of a bulk that is done, in its order. Read when asked for: a million of them are never held. */
  async results(bulk: number): Promise<readonly RowResult[]> {
    const list = (await this.#journal.answer(bulk)).results.map(decodeResult);
    const results = list.filter((result) => result !== null);
    if (results.length !== list.length) throw this.#journal.damaged(`bulk ${bulk}`);
    return results;
  }

  /** Of every bulk that is done. */
  async *allResults(): AsyncGenerator<RowResult> {
    for (const bulk of this.#journal.done) yield* await this.results(bulk);
  }

  /** When requests of it have used the rate, at the latest: one without an answer may still be counted. */
  usedAt(now: number): readonly number[] {
    return [...this.learned.usedAt.values()].flat().map((at) => Math.min(at, now));
  }

  /** Resolves when the line is on the disk; nothing may be sent before. Throws CliError `journal` when it cannot be. */
  async sent(line: SentLine): Promise<void> {
    await this.#journal.sent(line);
  }

  /**
   * Resolves when the results are written. Should they not reach the disk, as the system ends right then, the bulk is one
   * without an answer.
   */
  async done(bulk: number, results: readonly RowResult[], at: number, limits: Limits = {}): Promise<void> {
    const isNew = JSON.stringify({ ...this.learned.limits, ...limits }) !== JSON.stringify(this.learned.limits);
    await this.#journal.answered({ done: bulk, at, results: results.map(encodeResult), ...(isNew && { limits }) });
  }

  async clock(lag: ClockLag): Promise<void> {
    this.learned.clockLag = lag;
    await this.#journal.note({ clockLag: lag });
  }

  async finish(finished: Finished): Promise<void> {
    await this.#journal.finish(finished);
  }

  async close(): Promise<void> {
    await this.#journal.close();
  }
}

interface DoneLine {
  readonly done: number;
  /** Our clock, epoch ms; earlier versions did not write it. */
  readonly at?: number;
  /** As `encodeResult` makes them. */
  readonly results: readonly unknown[];
  /** Where they are others than before. */
  readonly limits?: Limits;
}

interface JournalContents {
  /** When the first bulk was sent, by the service's clock; infinity before. */
  beganAt: number;
  /** What is known of the service's clock; null = nothing. */
  clockLag: ClockLag | null;
  /** When no request of it can arrive any more, epoch ms; 0 before the first. */
  lastDeadline: number;
  /** By bulk, one for each request. */
  readonly usedAt: Map<number, number[]>;
  /** What its requests have learnt of their rates. */
  limits: Limits;
}

const kindOf = (learned: JournalContents): JournalKind<SentLine, DoneLine> => ({
  header: null,
  isSent: isSentLine,
  isDone: (value): value is DoneLine =>
    isObject(value) &&
    typeof value['done'] === 'number' &&
    Array.isArray(value['results']) &&
    (value['limits'] === undefined || isLimits(value['limits'])),
  isUncertain: ({ results }) => results.some((result) => Array.isArray(result) && result[0] === 'uncertain'),
  onEntry: (entry) => {
    if (!('sent' in entry)) {
      learned.limits = { ...learned.limits, ...entry.limits };
      if (typeof entry.at === 'number') learned.usedAt.get(entry.done)?.fill(entry.at);
      return;
    }
    learned.usedAt.set(entry.sent, [...(learned.usedAt.get(entry.sent) ?? []), entry.deadline]);
    learned.beganAt = Math.min(learned.beganAt, sinceOf(entry));
    learned.lastDeadline = Math.max(learned.lastDeadline, entry.deadline);
  },
  onNote: ({ clockLag }) => {
    if (typeof clockLag !== 'number' && clockLag !== 'unrelated') return false;
    learned.clockLag = clockLag;
    return true;
  },
  startOverHint:
    'restore it from a backup; or check the service, and start over with --new: rows that were sent are sent again',
});

const isLimits = (value: unknown): value is Limits =>
  isObject(value) && Object.values(value).every((limit) => limit === null || typeof limit === 'number');

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

// Records that rows of this import are known to have created: no other row may claim them.

/** Read from the journal on first use: most imports never need it. */
export function claimedRecords(journal: ImportJournal) {
  let ids: Set<number> | null = null;
  return {
    add: (some: Iterable<number | null>): void => {
      for (const id of some) if (id !== null) ids?.add(id);
    },
    /** Called while no bulk is in progress, so that none is missed between the journal and `add`. */
    known: async (): Promise<ReadonlySet<number>> => {
      if (ids !== null) return ids;
      const read = new Set<number>();
      for await (const { id } of journal.allResults()) if (id !== null) read.add(id);
      ids = read;
      return ids;
    },
  };
}
