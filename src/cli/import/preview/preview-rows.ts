// The rows of a dry run: what would become of each goes to the counts, to the problems and to the files, as in the import itself.

import type { Change } from '../../session/history/recorded-route.ts';
import type { Io } from '../../terminal/io.ts';
import type { Progress } from '../../terminal/progress.ts';
import { filesOf, type RowFiles } from '../report/result-files.ts';
import { type RowResult, resultOf, SENT_ROW } from '../report/row-result.ts';
import { RowProblems, RowTally } from '../report/tally.ts';
import type { Segment } from '../rows/segments.ts';
import type { RowEffects } from './row-effects.ts';

export interface PreviewedSegment {
  readonly segment: Segment;
  /** Null where the service was not asked. */
  readonly results: readonly RowResult[] | null;
  /** What each item would change; missing where the service was not asked. */
  readonly changes?: readonly (readonly Change[])[];
}

export class RowPreview {
  readonly tally = new RowTally();
  readonly problems = new RowProblems();
  toSend = 0;
  requests = 0;
  /** Requests that change one record each. */
  updates = 0;
  /** The first that would be sent and not fail. */
  first: PreviewedSegment | null = null;
  firstRow: readonly string[] = [];

  add({ segment, results, changes }: PreviewedSegment, { files, effects, kind }: PreviewHost): void {
    const { bulk, entries, count, recordId } = segment;
    if (bulk !== null) this.requests += 1;
    if (recordId !== null) this.updates += 1;
    if (count > 0 && (results ?? [{ error: '' }]).some(({ error }) => error === ''))
      this.first ??= { segment, results };
    if (this.firstRow.length === 0) this.firstRow = entries[0]?.row.cells ?? [];
    this.toSend += count;
    for (const entry of entries) {
      const result = resultOf(entry, results, SENT_ROW);
      this.tally.add(result);
      this.problems.add(entry.row.line, result);
      if (entry.fate === 'sent') effects.add(entry.row.line, changes?.[entry.place] ?? [], kind);
      for (const file of filesOf(files)) file.add(entry.row, result);
    }
  }

  get isBad(): boolean {
    return this.tally.errors + this.tally.leftOut > 0;
  }
}

export interface PreviewHost {
  readonly io: Pick<Io, 'interrupt'>;
  /** Of the records of the file. */
  readonly kind: 'contact' | 'company';
  readonly effects: RowEffects;
  readonly files: RowFiles;
  readonly progress: Progress;
  /** How many rows the file seems to have. */
  readonly expected: (rows: number) => number;
}

/** Goes through all of them, and puts the files on the disk. */
export async function previewRows(
  segments: AsyncIterable<PreviewedSegment>,
  host: PreviewHost,
  preview: RowPreview,
): Promise<void> {
  const { io, files, progress, expected, effects } = host;
  try {
    for await (const one of segments) {
      io.interrupt.throwIfAborted();
      preview.add(one, host);
      for (const file of [...filesOf(files), effects]) await file.flush();
      const { rows, errors } = preview.tally;
      progress.update({ rows, of: expected(rows), errors, replayed: 0 });
    }
    io.interrupt.throwIfAborted();
    for (const file of [...filesOf(files), effects]) await file.finish();
  } catch (error) {
    for (const file of [...filesOf(files), effects]) await file.drop();
    throw error;
  }
}
