// The summary of an import: one record on stdout.

import { counted } from '../../../contract/english.ts';
import type { EncodingGuess } from '../../files/csv/decode.ts';
import { importView } from '../../shared/views/imports.ts';
import type { View } from '../../terminal/formats/cells.ts';
import type { RecordChange } from '../mapping/plan.ts';
import type { FileRemarks } from '../rows/file-remarks.ts';
import type { LimitingFactor, RowTally } from './tally.ts';

/** What an import is, beside its counts. */
interface SummarizedImport {
  readonly id: string;
  readonly state: 'finished' | 'stopped' | 'dry run';
  readonly file: string;
  readonly list: string | null;
  readonly limitedBy: string | null;
  readonly results: string | null;
  readonly rejects: string | null;
  /** Where the encoding of the file was guessed. */
  readonly guess?: EncodingGuess | null | undefined;
}

/** A guess in JSON: what the file was read as, and a word to see whether it is right. */
export const guessFacts = (guess: EncodingGuess | null | undefined) =>
  guess == null ? {} : { encoding: guess.encoding, guessed: true, sample: guess.word };

/** The columns of what created no record. */
const changeColumns = (act: RecordChange['act']) => {
  const done = act === 'update' ? 'updated' : 'deleted';
  const left = new Set(['list', 'created', 'merged', 'unchanged', 'updated', 'uncertain']);
  const columns = importView.columns.filter(({ key }) => !left.has(key));
  const at = columns.findIndex(({ key }) => key === 'failed');
  return [{ key: 'id', title: act }, ...columns.slice(1, at), { key: done, title: done }, ...columns.slice(at)];
};

export const summaryView = (change: RecordChange | undefined): View =>
  change === undefined ? importView : { ...importView, columns: changeColumns(change.act) };

/** What kept the import from being faster. */
export function limitingFactorText(limit: LimitingFactor, bulksPerMinute: number | null): string {
  if (limit === 'rate') {
    return bulksPerMinute === null ? 'rate limit' : `rate limit (${bulksPerMinute} requests per minute)`;
  }
  return limit === 'service' ? 'response time of the service' : 'reading the file';
}

const round = (value: number): number => Math.round(value * 10) / 10;

export function summaryOf(
  about: SummarizedImport,
  tally: RowTally,
  wallMs: number,
  change?: RecordChange,
  warnings: readonly object[] = [],
) {
  const { id, state, file, list, limitedBy, results, rejects } = about;
  const seconds = wallMs / 1000;
  const { deleted, ...counts } = tally.counts;
  const { updated, failed, rejected, skipped } = counts;
  const done = change?.act === 'delete' ? { deleted } : { updated };
  return {
    id,
    state,
    file,
    ...(change === undefined && { list }),
    rows: tally.rows,
    ...(change === undefined ? counts : { ...done, failed, rejected, skipped }),
    seconds: round(seconds),
    rowsPerSecond: seconds === 0 ? 0 : round(tally.newRows / seconds),
    limitedBy,
    results,
    rejects,
    ...(tally.leftOut > 0 && { cellsLeftOut: tally.leftOut }),
    ...(warnings.length > 0 && { warnings }),
    ...guessFacts(about.guess),
  };
}

/** Remarks on the file that are no errors of a row. */
export function remarkLines({ blankRows, shortRows, noRecords }: FileRemarks): string[] {
  const lines: string[] = [];
  if (blankRows > 0) lines.push(`${counted(blankRows, 'blank row')} skipped`);
  if (noRecords.count > 0)
    lines.push(
      `${counted(noRecords.count, 'row')} that ${noRecords.count === 1 ? 'is no record' : 'are no records'} skipped (${noRecords.first})`,
    );
  if (shortRows.count > 0) {
    const rows = shortRows.count === 1 ? 'row has' : 'rows have';
    lines.push(
      `${shortRows.count} ${rows} fewer cells than the header (first: ${shortRows.first}); missing cells count as empty`,
    );
  }
  return lines;
}
