// An update or deletion by a file, without doing it: every row is read and checked, and its record looked up.

import { namedPath } from '../../files/named-path.ts';
import type { RowSource } from '../../files/rows/source.ts';
import type { Session } from '../../session/session.ts';
import { planned } from '../../shared/dry-run.ts';
import type { RecordType } from '../../shared/records/kind.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { openProgress, type Progress } from '../../terminal/progress.ts';
import { buildPlan, showMapping } from '../mapping/build-plan.ts';
import { itemProblems } from '../mapping/item-problems.ts';
import type { ImportPlan, RecordChange } from '../mapping/plan.ts';
import { filesOf, openRowFiles, type RowFiles } from '../report/result-files.ts';
import { RowProblems } from '../report/row-problems.ts';
import { deletedRow, leftOut, type RowResult, resultOf, updatedRow } from '../report/row-result.ts';
import { remarkLines, summaryOf, summaryView } from '../report/summary.ts';
import { RowTally } from '../report/tally.ts';
import { type Segment, Segmenter } from '../rows/segments.ts';
import { recordOf, valuesOf } from '../send/change-record.ts';
import { parallelMap } from '../send/parallel-map.ts';
import { segmentsOf } from '../send/pipeline.ts';
import type { ImportService } from '../service.ts';
import type { ImportRequest } from '../start/flags.ts';
import { mapFile } from '../start/map-file.ts';
import { openService } from '../start/open-service.ts';
import { guessLine, openRows, withSamples } from '../start/source-file.ts';

interface ForeseenChange {
  readonly segment: Segment;
  readonly results: readonly RowResult[];
}

/** Exit 1 where rows would not be done. Nothing is changed, nothing is kept. */
export async function dryRunChange(
  session: Session,
  entity: RecordType,
  request: ImportRequest,
  change: RecordChange,
): Promise<ExitName> {
  const { io, print, settings } = session;
  if (request.file === null || request.file === '-')
    throw new UsageError('--dry-run reads a file', { hint: 'give its name with --csv' });
  const path = namedPath(io, request.file);
  await print.note('dry run: nothing is sent');
  const progress = openProgress({ io, quiet: settings.quiet });
  try {
    const onWait = (text: string, waitMs: number, isRoutine: boolean) => progress.wait(text, waitMs, isRoutine);
    const service = await openService(session, entity, { rate: request.rate, onWait });
    const csv = await withSamples(await openRows(path, request.file, request.options));
    const header = csv.header.cells;
    const mapping = await mapFile(session, entity, csv, request.options, await service.fields(io.interrupt));
    const plan = buildPlan(entity, request.options, mapping, null);
    const { results, rejects } = request;
    const files = await openRowFiles({ results, rejects, header, dialect: csv.dialect, source: path, io });
    const problems = itemProblems(entity.kind, plan.columns);
    const segmenter = new Segmenter(plan, header, problems);
    const seen = { tally: new RowTally(), problems: new RowProblems(), first: null };
    await walk({ session, entity, request, change, plan, service, csv, segmenter, files, progress, seen });
    await progress.end();
    if (change.act === 'update') await showMapping(session, mapping, []);
    const guess = csv.guess?.();
    if (guess) await print.note(guessLine(guess));
    for (const line of remarkLines(segmenter.remarks)) await print.note(line);
    for (const line of seen.problems.lines(request.file, rejects !== null)) await print.note(line);
    const about = {
      id: '',
      state: 'dry run',
      file: request.file,
      list: null,
      limitedBy: null,
      guess,
      ...files.displayed,
    } as const;
    const warnings = session.settings.output === 'table' ? [] : seen.problems.warnings;
    const { id: _, limitedBy: __, ...summary } = summaryOf(about, seen.tally, 0, change, warnings);
    await print.record(summaryView(change), { ...summary, firstRequest: seen.first });
    return seen.tally.errors + seen.tally.leftOut > 0 ? 'bad' : 'done';
  } finally {
    await progress.end();
  }
}

interface DryRunWalk {
  readonly session: Session;
  readonly entity: RecordType;
  readonly request: ImportRequest;
  readonly change: RecordChange;
  readonly plan: ImportPlan;
  readonly service: ImportService;
  readonly csv: RowSource;
  readonly segmenter: Segmenter;
  readonly files: RowFiles;
  readonly progress: Progress;
  readonly seen: { readonly tally: RowTally; readonly problems: RowProblems; first: object | null };
}

async function walk(host: DryRunWalk): Promise<void> {
  const { session, entity, request, change, plan, service, csv, segmenter, files, progress, seen } = host;
  const { interrupt } = session.io;
  const { parallel } = request;
  const all = parallelMap<Segment, ForeseenChange>(segmentsOf(csv, segmenter), {
    parallel,
    window: parallel * 8,
    work: async (segment) => ({ segment, results: await foreseen(service, plan, change, segment, interrupt) }),
    isCancelled: () => interrupt.aborted,
  });
  try {
    for await (const one of all) {
      seen.first ??= firstRequest(entity, change, one);
      for (const entry of one.segment.entries) {
        const result = resultOf(entry, one.results) ?? leftOut('rejected', 'nothing to send');
        seen.tally.add(result);
        seen.problems.add(entry.row.line, result);
        for (const file of filesOf(files)) file.add(entry.row, result);
      }
      for (const file of filesOf(files)) await file.flush();
      const { rows, errors } = seen.tally;
      progress.update({ rows, of: rows, errors, replayed: 0 });
    }
    interrupt.throwIfAborted();
    for (const file of filesOf(files)) await file.finish();
  } catch (error) {
    for (const file of filesOf(files)) await file.drop();
    throw error;
  }
}

async function foreseen(
  service: ImportService,
  { entity }: ImportPlan,
  { act }: RecordChange,
  { items: [item], recordId }: Segment,
  signal: AbortSignal,
): Promise<readonly RowResult[]> {
  if (item === undefined) return [];
  const found = await recordOf(service, entity, { recordId, item }, signal);
  if (typeof found !== 'number') return [found];
  return [act === 'delete' ? deletedRow(found) : updatedRow(found, null)];
}

/** The first that would go. */
function firstRequest(
  entity: RecordType,
  change: RecordChange,
  { segment: { items }, results }: ForeseenChange,
): object | null {
  const [[item], [result]] = [items, results];
  if (item === undefined || result?.id == null || result.error !== '') return null;
  const params = entity.params(result.id);
  if (change.act === 'update') return planned(entity.routes.update, { params, body: valuesOf({ item }, change) });
  return entity.deleteRoute === undefined ? null : planned(entity.deleteRoute, { params });
}
