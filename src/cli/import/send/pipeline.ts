// The pipeline: rows → segments → bulks, several under way → results in the order of the file. A resumed import runs the
// same pipeline over the whole file again and asks the journal, bulk by bulk, what is done.

import type { RowSource } from '../../files/rows/source.ts';
import { type Defer, parallelMap } from '../../shared/parallel-map.ts';
import { CliError } from '../../terminal/exit.ts';
import { itemProblems } from '../mapping/item.ts';
import { filesOf } from '../report/result-files.ts';
import { type RowResult, resultOf } from '../report/row-result.ts';
import { reasonOf } from '../report/tally.ts';
import type { FileRemarks } from '../rows/file-remarks.ts';
import { type Segment, Segmenter } from '../rows/segments.ts';
import { type ImportRun, isSending } from '../run.ts';
import { doneWord } from '../start/select-import.ts';
import { doneResults, sendBulk } from './send-bulk.ts';
import type { Bulk } from './send-request.ts';

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

async function deliver(run: ImportRun, segment: Segment, defer: Defer): Promise<DeliveredBulk> {
  const { journal, request, cancellation } = run;
  const { bulk: number, items, recordId, entries } = segment;
  if (number === null) return { segment, results: [], isReplayed: false };
  const { is } = journal.state(number);
  const isReplayed = is === 'done' || (is === 'uncertain' && !request.resendUncertain);
  try {
    const lines = entries.flatMap(({ fate, row }) => (fate === 'sent' ? row.line : []));
    const rows = [entries[0]?.row.line ?? 0, entries.at(-1)?.row.line ?? 0] as const;
    const bulk: Bulk = { number, items, lines, rows, recordId };
    const results = isSending(run) ? await sendBulk(run, bulk, defer) : await doneResults(run, bulk);
    run.gate?.made(results);
    return { segment, results, isReplayed };
  } catch (error) {
    cancellation.request(error);
    return { segment, results: null, isReplayed };
  }
}

/** Behind the bulks with earlier rows of its records, while these are in progress. */
async function deliverInOrder(
  run: ImportRun,
  segment: Segment,
  defer: Defer,
  inProgress: Map<number, Promise<void>>,
): Promise<DeliveredBulk> {
  const { bulk, after } = segment;
  const earlier = () => after.flatMap((one) => inProgress.get(one) ?? []);
  let finished = () => {};
  const promise = new Promise<void>((resolve) => {
    finished = resolve;
  });
  if (bulk !== null) inProgress.set(bulk, promise);
  try {
    // Where all of them wait for something, it is let go as well.
    for (let open = earlier(); open.length > 0; open = earlier()) await defer(Promise.all(open).then(() => {}));
    return await deliver(run, segment, defer);
  } finally {
    if (bulk !== null) inProgress.delete(bulk);
    finished();
  }
}

async function emit(run: ImportRun, { segment, results, isReplayed }: DeliveredBulk): Promise<void> {
  const { tally, problems, plan } = run;
  const files = filesOf(run.files);
  for (const entry of segment.entries) {
    const result = resultOf(entry, results, null, plan.columns);
    if (result === null) continue;
    tally.add(result, isReplayed);
    problems.add(entry.row.line, result);
    for (const file of files) file.add(entry.row, result);
  }
  for (const { file } of files) await file.flush();
}

/**
 * Runs until the file has ended or something halts it; gives what was remarkable about the file. Never throws for what a
 * bulk met: that is the cancellation's reason.
 */
export async function runPipeline(run: ImportRun): Promise<FileRemarks> {
  const { plan, header, csv, laterRows, request, cancellation, tally, progress } = run;
  const { parallel, maxErrors } = request;
  const segmenter = new Segmenter(plan, csv.header.cells, itemProblems(plan), laterRows);
  const inProgress = new Map<number, Promise<void>>();
  const delivered = parallelMap(segmentsOf(csv, segmenter), {
    parallel,
    window: parallel * 8,
    work: (segment, defer) => deliverInOrder(run, segment, defer, inProgress),
    isCancelled: () => cancellation.isRequested,
  });
  const early = earlyFailures(plan.bulkItems * EARLY_BULKS);
  const stopsEarly = maxErrors === null && plan.change === undefined;
  const of = Math.min(header.file.records, plan.limit ?? header.file.records);
  for await (const one of delivered) {
    try {
      await emit(run, one);
    } catch (error) {
      cancellation.request(error);
    }
    progress.update({ rows: tally.rows, of, errors: tally.errors, replayed: tally.rows - tally.newRows });
    // With the last row, or where nothing is sent any more, there is nothing to stop.
    if (!isSending(run) || tally.rows + segmenter.remarks.blankRows >= header.file.records || tally.rows >= of)
      continue;
    const reason = stopsEarly && !one.isReplayed ? early(one.segment, one.results) : null;
    if (reason !== null) cancellation.request(allFailed(reason));
    if (maxErrors !== null && tally.errors > maxErrors)
      cancellation.request(tooManyErrors(tally.errors, maxErrors, doneWord(header)));
  }
  return segmenter.remarks;
}

/** Of an import, or of what is left of one: where all rows of them failed for one reason, the others will, too. */
const EARLY_BULKS = 3;

/** Why all of the first rows failed; null where one did not, or there are too few as yet. */
function earlyFailures(most: number) {
  let [rows, first, isOver] = [0, '', false];
  return ({ recordId }: Segment, results: readonly RowResult[] | null): string | null => {
    for (const { status, error } of results ?? []) {
      const reason = reasonOf(error);
      if (rows === 0) first = reason;
      isOver ||= status !== 'failed' || recordId !== null || reason !== first;
      rows += 1;
    }
    return isOver || rows < most ? null : first;
  };
}

const allFailed = (reason: string) =>
  stopped(
    `the first rows all failed for the same reason: ${reason}`,
    'nothing else was sent; resume when the reason is gone, or go on with a higher --max-errors',
  );

const tooManyErrors = (errors: number, most: number, done: string) =>
  stopped(
    `${errors} ${errors === 1 ? 'row was' : 'rows were'} not ${done}; --max-errors allows ${most}`,
    'add --rejects FILE to see which rows and why; resume with a higher --max-errors, or without it',
  );

const stopped = (message: string, hint: string) => new CliError('bad', 'max_errors', message, { hint });
