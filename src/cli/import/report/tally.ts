// Counts of rows by result, and what limited the speed.

import { append } from '../../../contract/append.ts';
import { counted } from '../../../contract/english.ts';
import { recordOf } from '../../../contract/json.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { leftOutText } from '../rows/cell-counts.ts';
import { type RowResult, type RowStatus, STATUSES } from './row-result.ts';

export class RowTally {
  readonly counts = recordOf(STATUSES, () => 0);
  /** Milliseconds that bulks waited for their turn under the rate, and for their answers; all bulks together. */
  pacedMs = 0;
  answeredMs = 0;
  rows = 0;
  /** Rows that this run brought further. */
  newRows = 0;
  /** Cells left out of rows that were sent. */
  leftOut = 0;

  /** `isReplayed`: an earlier run of the same import did it. */
  add({ status, leftOut, contradiction = '' }: RowResult, isReplayed = false): void {
    this.rows += 1;
    this.leftOut += (leftOut?.length ?? 0) + (contradiction === '' ? 0 : 1);
    if (!isReplayed) this.newRows += 1;
    this.counts[status] += 1;
  }

  /** Rows that were not imported, or perhaps not. */
  get errors(): number {
    const { failed, uncertain, rejected } = this.counts;
    return failed + uncertain + rejected;
  }

  /** Records that were created, changed or deleted. */
  get touched(): number {
    const { created, merged, updated, deleted } = this.counts;
    return created + merged + updated + deleted;
  }
}

export type LimitingFactor = 'rate' | 'service' | 'file';

/**
 * What an import spent its time on. Every bulk in progress waits for its turn or its response; where neither fills the
 * time, reading and checking did.
 */
export function limitingFactor(wallMs: number, parallel: number, { pacedMs, answeredMs }: RowTally): LimitingFactor {
  const all = wallMs * parallel;
  // One bulk that waits is enough: it may be the last.
  if (pacedMs > answeredMs && pacedMs > wallMs * 0.3) return 'rate';
  return answeredMs > all * 0.3 ? 'service' : 'file';
}

// Why rows were not imported, in a few lines: the first rows of each reason, and how many more there are.

/** Reasons that are kept apart, and lines that are shown of all of them. */
const REASONS_MAX = 200;
const LINES_SHOWN = 10;
const SHOWN_OF_REASON = 3;
const TEXT_MAX = 300;
/** Of the summary: the file of results has them all. */
const WARNINGS_MAX = 100;

/** One for each bulk, which the file of rejects has. */
const REQUEST_ID = / \(request id [^()]{1,100}\)$/;

const SHOWN: ReadonlySet<RowStatus> = new Set(['rejected', 'failed']);

/** The same for every row with this problem: without the value, which differs from row to row. */
export const reasonOf = (error: string): string =>
  error
    .replace(/, not ".{0,200}"/g, '')
    .replace(/: ".{0,200}"$/, '')
    .replace(/"(?:[^"\\]|\\.){0,200}"/g, '"…"')
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\breq_\w+|\b[0-9]+\b/g, '…');

export class RowProblems {
  readonly #reasons = new Map<string, { count: number; readonly rows: { line: number; error: string }[] }>();
  /** The first cells that were left out, as data. */
  readonly warnings: {
    readonly line: number;
    readonly column: string;
    readonly value: string;
    readonly why: string;
  }[] = [];
  #total = 0;
  #notSent = 0;

  add(line: number, row: Pick<RowResult, 'status' | 'error' | 'leftOut' | 'contradiction'>): void {
    const { status, error, leftOut = [], contradiction = '' } = row;
    for (const cell of leftOut) {
      if (this.warnings.length < WARNINGS_MAX) this.warnings.push({ line, ...cell });
      this.#add(line, leftOutText(cell));
    }
    if (contradiction !== '') this.#add(line, contradiction);
    if (!SHOWN.has(status)) return;
    this.#notSent += 1;
    this.#add(line, error);
  }

  #add(line: number, error: string): void {
    this.#total += 1;
    const text = error.replace(REQUEST_ID, '').slice(0, TEXT_MAX);
    const name = reasonOf(text);
    const reason = this.#reasons.get(name) ?? { count: 0, rows: [] };
    if (reason.count === 0 && this.#reasons.size < REASONS_MAX) this.#reasons.set(name, reason);
    reason.count += 1;
    if (reason.rows.length < SHOWN_OF_REASON) reason.rows.push({ line, error: text });
  }

  /** `file:line: reason`, the commonest reasons first; empty where every row was imported. */
  lines(file: string, isSaved: boolean): string[] {
    const displayed: string[] = [];
    let input = 0;
    for (const { count, rows } of [...this.#reasons.values()].toSorted((a, b) => b.count - a.count)) {
      const few = rows.slice(0, LINES_SHOWN - displayed.length);
      if (few.length === 0) break;
      append(
        displayed,
        few.map(({ line, error }) => `${file}:${line}: ${harmless(error)}`),
      );
      if (count > few.length) displayed.push(`${displayed.pop()} (and ${counted(count - few.length, 'more row')})`);
      input += count;
    }
    if (input < this.#total) displayed.push(`and ${this.#total - input} more for other reasons`);
    if (this.#notSent > 0 && !isSaved) displayed.push('add --rejects FILE to save these rows with their errors');
    return displayed;
  }
}
