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
import { valuesOf } from '../send/change-record.ts';
import { segmentsOf } from '../send/pipeline.ts';
import type { ImportRequest } from '../start/flags.ts';
import { READ_WHOLE_MAX } from './known-workspace.ts';
import { NEW_LIST, type OpenedPreview, openPreview, sayRemarks } from './open-preview.ts';
import { lookedUpRow, Prediction } from './predict.ts';
import { type PreviewedSegment, RowPreview } from './preview-rows.ts';

/** Exit 1 where rows would not be imported, or not as they are. Nothing is sent, nothing is kept. */
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
  const opened = await openPreview(session, entity, request, request.dryRun);
  try {
    const { file, csv, mapping, plan, segmenter, online, effects } = opened;
    const prediction = online && new Prediction({ entity, plan, ...online, readWholeMax, signal: io.interrupt });
    const preview = new RowPreview();
    await opened.run(predicted(segmentsOf(csv, segmenter), prediction), preview);
    const undo = await sayRemarks(session, entity, opened, preview);
    if (prediction === null) {
      const fields = mapping.skipped.length > 0 ? ', so its custom fields are not known' : '';
      await print.note(`the workspace was not read${fields}: --against current shows what would change`);
    }
    for (const line of prediction?.remarks ?? []) await print.note(line);
    await opened.save();
    const { tally, toSend, requests, updates, first, problems } = preview;
    const { created, merged, unchanged, updated, failed, rejected, skipped } = tally.counts;
    await print.record(dryRunView, {
      file,
      rows: tally.rows,
      toSend,
      ...(prediction === null ? { updated: updates } : { created, merged, unchanged, updated, failed }),
      ...(prediction !== null && plan.list !== null && { list: plan.list.name, added: prediction.added }),
      rejected,
      skipped,
      ...(tally.leftOut > 0 && { cellsLeftOut: tally.leftOut }),
      // A person reads the warnings on stderr.
      ...(settings.output !== 'table' && problems.warnings.length > 0 && { warnings: problems.warnings }),
      ...effects.facts,
      ...undo,
      requests,
      minutes: Math.ceil((requests - updates) / LIMITS.bulkPerMinute + updates / LIMITS.writePerMinute),
      ...guessFacts(csv.guess?.()),
      ...mappingFacts(mapping),
      firstRequest: first === null ? null : shapeOf(entity, first.segment),
    });
    assertTouched(request.expect, tally.touched);
    return preview.isBad ? 'bad' : 'done';
  } finally {
    await opened.close();
  }
}

/** The body of the first request as it would go, shortened to its first item. */
function shapeOf(entity: Entity, { items, recordId }: Segment) {
  const [first = {}] = items;
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
    changes: segment.items.map((item) => prediction.changesOf(item)),
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
  const { change } = request.options;
  await (change === undefined ? dryRun(quiet, entity, asked) : dryRunChange(quiet, entity, asked, change));
}

// An update or deletion by a file, without doing it: every row is read and checked, and its record looked up.

/** Exit 1 where rows would not be done. Nothing is changed, nothing is kept. */
export async function dryRunChange(
  session: Session,
  entity: Entity,
  request: ImportRequest,
  change: RecordChange,
): Promise<ExitName> {
  const { io, print, settings } = session;
  const opened = await openPreview(session, entity, request, 'current');
  try {
    const { file, csv, files, effects } = opened;
    const preview = new RowPreview();
    await opened.run(lookedUpRows(entity, opened, request, change, io.interrupt), preview);
    const undo = await sayRemarks(session, entity, opened, preview);
    const { tally, problems, first } = preview;
    await opened.save();
    const guess = csv.guess?.();
    const about = { id: '', state: 'dry run', file, list: null, limitedBy: null, guess, ...files.displayed } as const;
    const warnings = settings.output === 'table' ? [] : problems.warnings;
    const { id: _, limitedBy: __, ...summary } = summaryOf(about, tally, 0, change, warnings);
    const firstRequest = first === null ? null : requestOf(entity, change, first);
    await print.record(summaryView(change), { ...summary, ...effects.facts, ...undo, firstRequest });
    assertTouched(request.expect, tally.touched);
    return preview.isBad ? 'bad' : 'done';
  } finally {
    await opened.close();
  }
}

/** Every row, and what would become of its record. */
function lookedUpRows(
  entity: Entity,
  { csv, segmenter, online, plan }: OpenedPreview,
  { parallel }: Pick<ImportRequest, 'parallel'>,
  change: RecordChange,
  signal: AbortSignal,
): AsyncGenerator<PreviewedSegment> {
  const work = async (segment: Segment): Promise<PreviewedSegment> => {
    const [item] = segment.items;
    if (online === null) return { segment, results: null };
    if (item === undefined) return { segment, results: [] };
    const host = { entity, plan, ...online, signal };
    const { result, changes } = await lookedUpRow(host, change, { item, recordId: segment.recordId });
    return { segment, results: [result], changes: [changes] };
  };
  const isCancelled = () => signal.aborted;
  return parallelMap(segmentsOf(csv, segmenter), { parallel, window: parallel * 8, work, isCancelled });
}

function requestOf(
  entity: Entity,
  change: RecordChange,
  { segment: { items }, results }: PreviewedSegment,
): object | null {
  const [[item], [result]] = [items, results ?? []];
  if (item === undefined || result?.id == null || result.error !== '') return null;
  const params = entity.params(result.id);
  if (change.act === 'update')
    return plannedRequest(entity.routes.update, { params, body: valuesOf({ item }, change) });
  return entity.deleteRoute === undefined ? null : plannedRequest(entity.deleteRoute, { params });
}
