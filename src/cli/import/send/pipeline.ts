// The pipeline: rows → segments → bulks, several under way → results in the order of the file. A resumed import runs the
// same pipeline over the whole file again and asks the journal, bulk by bulk, what is done.

import type { RowSource } from '../../files/rows/source.ts';
import type { Progress } from '../../output/progress/progress.ts';
import type { ImportPlan } from '../mapping/plan.ts';
import { ClaimedRecords } from '../recover/claimed-records.ts';
import type { ImportJournal } from '../recover/journal.ts';
import type { RecordClock } from '../recover/record-clock.ts';
import { SearchProof } from '../recover/search-proof.ts';
import type { SharedLock } from '../recover/shared-lock.ts';
import type { RowFile } from '../report/result-files.ts';
import type { RowProblems } from '../report/row-problems.ts';
import { leftOut, type RowResult } from '../report/row-result.ts';
import type { RowTally } from '../report/tally.ts';
import { type FileRemarks, type ItemProblems, type RowEntry, type Segment, Segmenter } from '../rows/segments.ts';
import type { ImportService } from '../service.ts';
import type { Bulk } from './bulk.ts';
import type { Cancellation } from './cancellation.ts';
import { type Defer, parallelMap } from './parallel-map.ts';
import { doneResults, type SendContext, sendBulk } from './send-bulk.ts';

export interface PipelineOptions {
  readonly plan: ImportPlan;
  readonly csv: RowSource;
  readonly reasons: ItemProblems;
  readonly journal: ImportJournal;
  /** Null where the journal has every answer already: nothing is sent. */
  readonly service: ImportService | null;
  readonly requestLock: SharedLock;
  readonly cancellation: Cancellation;
  readonly tally: RowTally;
  readonly problems: RowProblems;
  readonly progress: Progress;
  readonly files: readonly RowFile[];
  /** Records of the file, blank ones included. */
  readonly records: number;
  readonly parallel: number;
  readonly maxRetries: number;
  readonly settleNow: boolean;
  readonly resendUncertain: boolean;
  readonly clock: RecordClock;
  /** Stops once more rows than this did not get in; null = never. */
  readonly maxErrors: number | null;
  readonly onTooManyErrors: (errors: number) => unknown;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

/** The segments of a file, up to the plan's limit. */
export async function* segmentsOf(csv: RowSource, segmenter: Segmenter): AsyncGenerator<Segment> {
  for await (const batch of csv.batches) {
    for (const row of batch) {
      if (segmenter.isFull) break;
      const segment = segmenter.add(row);
      if (segment !== null) yield segment;
    }
    if (segmenter.isFull) break;
  }
  const last = segmenter.end();
  if (last !== null) yield last;
}

/** A segment with what became of its bulk: null where that is not known yet. */
interface DeliveredBulk {
  readonly segment: Segment;
  readonly results: readonly RowResult[] | null;
  /** Whether an earlier run did it. */
  readonly isReplayed: boolean;
}

function rowsOf({ entries }: Segment): [first: number, last: number] {
  return [entries[0]?.row.line ?? 0, entries.at(-1)?.row.line ?? 0];
}

function deliverer(run: PipelineOptions): (segment: Segment, defer: Defer) => Promise<DeliveredBulk> {
  const { plan, journal, service, requestLock, cancellation, progress, tally } = run;
  const host: Omit<SendContext, 'defer'> | null = service && {
    plan,
    service,
    journal,
    requestLock,
    claimed: new ClaimedRecords(journal),
    clock: run.clock,
    proof: new SearchProof(run.random),
    settleNow: run.settleNow,
    resendUncertain: run.resendUncertain,
    now: run.now,
    sleep: run.sleep,
    random: run.random,
    maxRetries: run.maxRetries,
    signal: cancellation.signal,
    onWait: (text, waitMs) => progress.wait(text, waitMs),
    onTimes: ({ pacedMs, answeredMs }) => {
      tally.pacedMs += pacedMs;
      tally.answeredMs += answeredMs;
    },
  };
  return async (segment, defer) => {
    const { bulk: number } = segment;
    if (number === null) return { segment, results: [], isReplayed: false };
    const { is } = journal.state(number);
    const isReplayed = is === 'done' || (is === 'uncertain' && !run.resendUncertain);
    try {
      const { items, recordId } = segment;
      const bulk: Bulk = { number, items, rows: rowsOf(segment), recordId };
      const results = host === null ? await doneResults({ journal }, bulk) : await sendBulk({ ...host, defer }, bulk);
      return { segment, results, isReplayed };
    } catch (error) {
      cancellation.request(error);
      return { segment, results: null, isReplayed };
    }
  };
}

/** What the results file says of a row; null while nothing is known of it. */
function resultOf(entry: RowEntry, results: readonly RowResult[] | null): RowResult | null {
  return entry.fate === 'sent' ? (results?.[entry.place] ?? null) : leftOut(entry.fate, entry.error);
}

async function emit(
  { tally, problems, files }: PipelineOptions,
  { segment, results, isReplayed }: DeliveredBulk,
): Promise<void> {
  for (const entry of segment.entries) {
    const result = resultOf(entry, results);
    if (result === null) continue;
    tally.add(result, isReplayed);
    problems.add(entry.row.line, result);
    for (const file of files) file.add(entry.row, result);
  }
  for (const file of files) await file.flush();
}

/**
 * Runs until the file has ended or something halts it; gives what was remarkable about the file. Never throws for what a
 * bulk met: that is the cancellation's reason.
 */
export async function runPipeline(run: PipelineOptions): Promise<FileRemarks> {
  const { plan, csv, cancellation, tally, progress, maxErrors } = run;
  const segmenter = new Segmenter(plan, csv.header.cells.length, run.reasons);
  const delivered = parallelMap(segmentsOf(csv, segmenter), {
    parallel: run.parallel,
    window: run.parallel * 8,
    work: deliverer(run),
    isCancelled: () => cancellation.isRequested,
  });
  const of = Math.min(run.records, plan.limit ?? run.records);
  for await (const one of delivered) {
    try {
      await emit(run, one);
    } catch (error) {
      cancellation.request(error);
    }
    progress.update({ rows: tally.rows, of, errors: tally.errors, replayed: tally.rows - tally.newRows });
    if (maxErrors !== null && tally.errors > maxErrors) cancellation.request(run.onTooManyErrors(tally.errors));
  }
  return segmenter.remarks;
}
