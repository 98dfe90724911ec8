// An update or deletion by a file, without doing it: every row is read and checked, and its record looked up.

import { plannedRequest } from '../../../client/request.ts';
import type { Session } from '../../session/session.ts';
import { parallelMap } from '../../shared/parallel-map.ts';
import type { RecordType } from '../../shared/records/kind.ts';
import type { ExitName } from '../../terminal/exit.ts';
import type { RecordChange } from '../mapping/plan.ts';
import { deletedRow, type RowResult, updatedRow } from '../report/row-result.ts';
import { summaryOf, summaryView } from '../report/summary.ts';
import type { Segment } from '../rows/segments.ts';
import { recordOf, valuesOf } from '../send/change-record.ts';
import { segmentsOf } from '../send/pipeline.ts';
import type { ImportService } from '../service.ts';
import type { ImportRequest } from '../start/flags.ts';
import { openPreview, sayRemarks } from './open-preview.ts';
import { type PreviewedSegment, RowPreview } from './preview-rows.ts';

/** Exit 1 where rows would not be done. Nothing is changed, nothing is kept. */
export async function dryRunChange(
  session: Session,
  entity: RecordType,
  request: ImportRequest,
  change: RecordChange,
): Promise<ExitName> {
  const { io, print, settings } = session;
  const { parallel } = request;
  const opened = await openPreview(session, entity, request, 'current');
  try {
    const { file, csv, segmenter, files, online } = opened;
    const preview = new RowPreview();
    const work = async (segment: Segment) => ({
      segment,
      results: online && (await lookedUp(online.service, entity, change, segment, io.interrupt)),
    });
    const isCancelled = () => io.interrupt.aborted;
    const segments = segmentsOf(csv, segmenter);
    await opened.run(parallelMap(segments, { parallel, window: parallel * 8, work, isCancelled }), preview);
    await sayRemarks(session, entity, opened, preview);
    const { tally, problems, first } = preview;
    const guess = csv.guess?.();
    const about = { id: '', state: 'dry run', file, list: null, limitedBy: null, guess, ...files.displayed } as const;
    const warnings = settings.output === 'table' ? [] : problems.warnings;
    const { id: _, limitedBy: __, ...summary } = summaryOf(about, tally, 0, change, warnings);
    const firstRequest = first === null ? null : requestOf(entity, change, first);
    await print.record(summaryView(change), { ...summary, firstRequest });
    return preview.isBad ? 'bad' : 'done';
  } finally {
    await opened.close();
  }
}

async function lookedUp(
  service: ImportService,
  { kind }: RecordType,
  { act }: RecordChange,
  { items: [item], recordId }: Segment,
  signal: AbortSignal,
): Promise<readonly RowResult[]> {
  if (item === undefined) return [];
  const found = await recordOf(service, kind, { recordId, item }, signal);
  if (typeof found !== 'number') return [found];
  return [act === 'delete' ? deletedRow(found) : updatedRow(found, null)];
}

function requestOf(
  entity: RecordType,
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
