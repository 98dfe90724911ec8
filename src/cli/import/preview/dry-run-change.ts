// An update or deletion by a file, without doing it: every row is read and checked, and its record looked up.

import { plannedRequest } from '../../../client/request.ts';
import { own } from '../../../contract/dictionary.ts';
import { type Change, fieldChanges } from '../../session/history/change.ts';
import { labelOf } from '../../session/history/recorded-route.ts';
import type { Session } from '../../session/session.ts';
import { parallelMap } from '../../shared/parallel-map.ts';
import type { RecordType } from '../../shared/records/kind.ts';
import { settable } from '../../shared/records/overwriting.ts';
import type { ExitName } from '../../terminal/exit.ts';
import type { RecordChange } from '../mapping/plan.ts';
import { deletedRow, unchangedRow, updatedRow } from '../report/row-result.ts';
import { summaryOf, summaryView } from '../report/summary.ts';
import type { Segment } from '../rows/segments.ts';
import { recordOf, valuesOf } from '../send/change-record.ts';
import { segmentsOf } from '../send/pipeline.ts';
import type { ImportService, SearchedRecord } from '../service.ts';
import type { ImportRequest } from '../start/flags.ts';
import { type OpenedPreview, openPreview, sayRemarks } from './open-preview.ts';
import { type PreviewedSegment, RowPreview } from './preview-rows.ts';

/** Exit 1 where rows would not be done. Nothing is changed, nothing is kept. */
export async function dryRunChange(
  session: Session,
  entity: RecordType,
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
    const guess = csv.guess?.();
    const about = { id: '', state: 'dry run', file, list: null, limitedBy: null, guess, ...files.displayed } as const;
    const warnings = settings.output === 'table' ? [] : problems.warnings;
    const { id: _, limitedBy: __, ...summary } = summaryOf(about, tally, 0, change, warnings);
    const firstRequest = first === null ? null : requestOf(entity, change, first);
    await print.record(summaryView(change), { ...summary, ...effects.facts, firstRequest });
    return preview.isBad ? 'bad' : 'done';
  } finally {
    await opened.close();
  }
}

/** Every row, and what would become of its record. */
export function lookedUpRows(
  { kind, noun }: RecordType,
  { csv, segmenter, online, plan }: OpenedPreview,
  { parallel }: Pick<ImportRequest, 'parallel'>,
  { act, ...by }: RecordChange,
  signal: AbortSignal,
): AsyncGenerator<PreviewedSegment> {
  const known = new Set(online?.discovered.map(({ id }) => id));
  const lookedUp = async (service: ImportService, { items: [item], recordId }: Segment): Promise<LookedUp> => {
    if (item === undefined) return { results: [] };
    const values = valuesOf({ item }, { act, ...by });
    const fields = Object.keys(values).filter((field) => known.has(field));
    const records = new Map<number, SearchedRecord>();
    const found = await recordOf(service, kind, { recordId, item }, signal, { fields, records });
    if (typeof found !== 'number') return { results: [found] };
    if (act === 'delete')
      return { results: [deletedRow(found)], changes: [[{ kind: noun, id: found, is: 'deleted' }]] };
    const record = records.get(found) ?? {};
    const { overwriting: of } = plan;
    const set = of === undefined ? values : settable(of, values, (field) => own(record, field));
    if (Object.keys(set).length === 0) return { results: [unchangedRow(found)] };
    const change: Change = {
      kind: noun,
      id: found,
      ...labelOf(record),
      is: 'updated',
      fields: fieldChanges(record, set),
    };
    return { results: [updatedRow(found, null)], changes: [[change]] };
  };
  const work = async (segment: Segment): Promise<PreviewedSegment> => ({
    segment,
    ...(online === null ? { results: null } : await lookedUp(online.service, segment)),
  });
  const isCancelled = () => signal.aborted;
  return parallelMap(segmentsOf(csv, segmenter), { parallel, window: parallel * 8, work, isCancelled });
}

type LookedUp = Omit<PreviewedSegment, 'segment'>;

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
