// An update or deletion by a file, without doing it: every row is read and checked, and its record looked up.

import { plannedRequest } from '../../../client/request.ts';
import type { Session } from '../../session/session.ts';
import { assertTouched } from '../../shared/effects/expected.ts';
import { parallelMap } from '../../shared/parallel-map.ts';
import type { Entity } from '../../shared/records/entity.ts';
import type { ExitName } from '../../terminal/exit.ts';
import type { RecordChange } from '../mapping/plan.ts';
import { summaryOf, summaryView } from '../report/summary.ts';
import type { Segment } from '../rows/segments.ts';
import { valuesOf } from '../send/change-record.ts';
import { segmentsOf } from '../send/pipeline.ts';
import type { ImportRequest } from '../start/flags.ts';
import { lookedUpRow } from './looked-up-row.ts';
import { type OpenedPreview, openPreview, sayRemarks } from './open-preview.ts';
import { type PreviewedSegment, RowPreview } from './preview-rows.ts';

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
    await sayRemarks(session, entity, opened, preview);
    const { tally, problems, first } = preview;
    await opened.save();
    const guess = csv.guess?.();
    const about = { id: '', state: 'dry run', file, list: null, limitedBy: null, guess, ...files.displayed } as const;
    const warnings = settings.output === 'table' ? [] : problems.warnings;
    const { id: _, limitedBy: __, ...summary } = summaryOf(about, tally, 0, change, warnings);
    const firstRequest = first === null ? null : requestOf(entity, change, first);
    await print.record(summaryView(change), { ...summary, ...effects.facts, firstRequest });
    if (request.expect !== null) assertTouched(request.expect, tally.touched);
    return preview.isBad ? 'bad' : 'done';
  } finally {
    await opened.close();
  }
}

/** Every row, and what would become of its record. */
export function lookedUpRows(
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
