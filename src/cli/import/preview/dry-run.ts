// An import without sending: read, map, check, find duplicates, group; with --against, predict what would become of each row.

import { plannedRequest } from '../../../client/request.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Session } from '../../session/session.ts';
import { assertTouched } from '../../shared/effects/expected.ts';
import { parallelMap } from '../../shared/parallel-map.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { dryRunView } from '../../shared/views/imports.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { mappingFacts } from '../mapping/mapping-view.ts';
import type { RecordChange } from '../mapping/plan.ts';
import { guessFacts, summaryOf, summaryView } from '../report/summary.ts';
import type { Segment } from '../rows/segments.ts';
import { segmentsOf } from '../send/pipeline.ts';
import type { ImportRequest } from '../start/flags.ts';
import { READ_WHOLE_MAX } from './known-workspace.ts';
import {
  NEW_LIST,
  type OpenedPreview,
  openPreview,
  type PreviewedSegment,
  previewRows,
  type RowPreview,
  sayRemarks,
} from './open-preview.ts';
import { lookedUpRow, Prediction, type PredictionHost } from './predict.ts';

/** Exit 1 where rows would not be done, or not as they are. Nothing is sent, nothing is kept. */
export async function dryRun(
  session: Session,
  entity: Entity,
  request: ImportRequest,
  readWholeMax = READ_WHOLE_MAX,
): Promise<ExitName> {
  const { io, print, settings } = session;
  for (const option of ['results', 'changes', 'expect'] as const) {
    if (request.dryRun === 'offline' && request[option] !== null)
      throw new UsageError(
        `--${option} with --dry-run needs --against local or current: outcomes are not known offline`,
      );
  }
  const opened = await openPreview(session, entity, request);
  try {
    const { csv, mapping, plan, segmenter, online } = opened;
    const { change } = plan;
    const host = online && { entity, plan, ...online, readWholeMax, signal: io.interrupt };
    const prediction = change === undefined && host ? new Prediction(host) : null;
    const segments = segmentsOf(csv, segmenter);
    const seen =
      change !== undefined && host
        ? lookedUpRows(segments, host, change, request.parallel)
        : predicted(segments, prediction);
    const preview = await previewRows(seen, opened, io.interrupt);
    const undo = await sayRemarks(session, entity, opened, preview);
    if (online === null) {
      const fields = mapping.skipped.length > 0 ? ', so its custom fields are not known' : '';
      await print.note(`the workspace was not read${fields}: --against current shows what would change`);
    }
    for (const line of prediction?.remarks ?? []) await print.note(line);
    await opened.save();
    // A person reads the warnings on stderr.
    const warnings = settings.output === 'table' ? [] : preview.problems.warnings;
    if (change === undefined)
      await print.record(dryRunView, importFacts(entity, opened, preview, prediction, { warnings, undo }));
    else await print.record(summaryView(change), changeFacts(entity, opened, preview, change, { warnings, undo }));
    assertTouched(request.expect, preview.tally.touched);
    return preview.isBad ? 'bad' : 'done';
  } finally {
    await opened.close();
  }
}

interface Noted {
  readonly warnings: readonly object[];
  readonly undo: object;
}

function importFacts(
  entity: Entity,
  { file, csv, mapping, plan, effects }: OpenedPreview,
  { tally, toSend, requests, updates, first }: RowPreview,
  prediction: Prediction | null,
  { warnings, undo }: Noted,
) {
  const { created, merged, unchanged, updated, failed, rejected, skipped } = tally.counts;
  return {
    file,
    rows: tally.rows,
    toSend,
    ...(prediction === null ? { updated: updates } : { created, merged, unchanged, updated, failed }),
    ...(prediction !== null && plan.list !== null && { list: plan.list.name, added: prediction.added }),
    rejected,
    skipped,
    ...(tally.leftOut > 0 && { cellsLeftOut: tally.leftOut }),
    ...(warnings.length > 0 && { warnings }),
    ...effects.facts,
    ...undo,
    requests,
    minutes: Math.ceil((requests - updates) / LIMITS.bulkPerMinute + updates / LIMITS.writePerMinute),
    ...guessFacts(csv.guess?.()),
    ...mappingFacts(mapping),
    firstRequest: first === null ? null : shapeOf(entity, first),
  };
}

/** Of an update or deletion by a file, whose records were looked up. */
function changeFacts(
  entity: Entity,
  { file, csv, files, effects }: OpenedPreview,
  { tally, first }: RowPreview,
  change: RecordChange,
  { warnings, undo }: Noted,
) {
  const about = { id: '', state: 'dry run', file, list: null, limitedBy: null, guess: csv.guess?.() } as const;
  const { id: _, limitedBy: __, ...summary } = summaryOf({ ...about, ...files.displayed }, tally, 0, change, warnings);
  return { ...summary, ...effects.facts, ...undo, firstRequest: first && requestOf(entity, change, first) };
}

/** The body of the first request as it would go, shortened to its first item. */
function shapeOf(entity: Entity, { segment: { items, recordId }, effects }: PreviewedSegment) {
  const first = effects?.[0]?.sent ?? items[0] ?? {};
  if (recordId !== null) return plannedRequest(entity.routes.update, { params: entity.params(recordId), body: first });
  const rest = items.length - 1;
  // The id of a list that does not exist yet is not known.
  const { listId, ...values } = first;
  const item = listId === NEW_LIST ? values : first;
  const { method, path } = entity.routes.bulkCreate;
  return { method, path, body: { [entity.plural]: rest === 0 ? [item] : [item, `… and ${rest} more`] } };
}

/** Rows that are looked up together. Those with an id are a segment each. */
const ITEMS_AT_ONCE = 50;

async function* predicted(
  segments: AsyncIterable<Segment>,
  prediction: Prediction | null,
): AsyncGenerator<PreviewedSegment> {
  let waiting: Segment[] = [];
  let items = 0;
  for await (const segment of segments) {
    if (prediction === null) {
      yield { segment, results: null };
      continue;
    }
    waiting.push(segment);
    items += segment.items.length;
    if (items < ITEMS_AT_ONCE) continue;
    yield* await together(waiting, prediction);
    waiting = [];
    items = 0;
  }
  if (prediction !== null) yield* await together(waiting, prediction);
}

async function together(segments: readonly Segment[], prediction: Prediction): Promise<PreviewedSegment[]> {
  const results = await prediction.results(segments);
  return segments.map((segment, at) => ({
    segment,
    results: results[at] ?? [],
    effects: segment.items.map((item) => prediction.effectOf(item)),
  }));
}

/** Exit 6 where other than the expected number of records would be created, changed or deleted. `path`: of the file. */
export async function assertExpectedRows(
  session: Session,
  entity: Entity,
  request: ImportRequest,
  path: string,
): Promise<void> {
  if (request.expect === null) return;
  const nothing = async () => {};
  const quiet: Session = { ...session, print: { ...session.print, note: nothing, warn: nothing, record: nothing } };
  const asked = { ...request, file: path, dryRun: 'current', results: null, rejects: null, changes: null } as const;
  await dryRun(quiet, entity, asked);
}

/** Every row, and what would become of its record. */
function lookedUpRows(
  segments: AsyncIterable<Segment>,
  host: PredictionHost,
  change: RecordChange,
  parallel: number,
): AsyncGenerator<PreviewedSegment> {
  const work = async (segment: Segment): Promise<PreviewedSegment> => {
    const [item] = segment.items;
    if (item === undefined) return { segment, results: [] };
    const { result, ...effect } = await lookedUpRow(host, change, { item, recordId: segment.recordId });
    return { segment, results: [result], effects: [effect] };
  };
  return parallelMap(segments, { parallel, window: parallel * 8, work, isCancelled: () => host.signal.aborted });
}

function requestOf(entity: Entity, change: RecordChange, { results, effects }: PreviewedSegment): object | null {
  const [sent, id] = [effects?.[0]?.sent, results?.[0]?.id];
  if (sent == null || id == null) return null;
  const params = entity.params(id);
  if (change.act === 'update') return plannedRequest(entity.routes.update, { params, body: sent });
  return entity.deleteRoute === undefined ? null : plannedRequest(entity.deleteRoute, { params });
}
