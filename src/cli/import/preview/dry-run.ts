// An import without sending: read, map, check, find duplicates, group; with --against, predict the results.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '../../../contract/limits.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import { namedPath } from '../../files/named-path.ts';
import type { RowSource } from '../../files/rows/source.ts';
import type { Session } from '../../session/session.ts';
import { planned } from '../../shared/dry-run.ts';
import type { RecordType } from '../../shared/records/kind.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { openProgress, type Progress } from '../../terminal/progress.ts';
import { buildPlan, showMapping } from '../mapping/build-plan.ts';
import { itemProblems } from '../mapping/item-problems.ts';
import { mappingFacts } from '../mapping/mapping-view.ts';
import type { ImportPlan } from '../mapping/plan.ts';
import { wantedList } from '../mapping/wanted-list.ts';
import { filesOf, openRowFiles, type RowFile } from '../report/result-files.ts';
import { RowProblems } from '../report/row-problems.ts';
import { type RowResult, resultOf, updatedRow } from '../report/row-result.ts';
import { guessFacts, remarkLines } from '../report/summary.ts';
import { type Segment, Segmenter } from '../rows/segments.ts';
import { parallelMap } from '../send/parallel-map.ts';
import { segmentsOf } from '../send/pipeline.ts';
import type { ImportService } from '../service.ts';
import type { ImportRequest } from '../start/flags.ts';
import { foreseenLines } from '../start/foresee.ts';
import { mapFile, mapFirstSheet } from '../start/map-file.ts';
import { openService } from '../start/open-service.ts';
import { saveStdin } from '../start/save-stdin.ts';
import { fingerprint, guessLine, ignoredText, openRows, withSamples } from '../start/source-file.ts';
import { dryRunView } from './dry-run-view.ts';
import { predict } from './predict.ts';

const leftOut = (cellsLeftOut: number, warnings: readonly object[]) => ({
  ...(cellsLeftOut > 0 && { cellsLeftOut }),
  ...(warnings.length > 0 && { warnings }),
});

interface PreviewCounts {
  rejected: number;
  skipped: number;
  leftOut: number;
  toSend: number;
  requests: number;
  predicted: Record<'created' | 'merged' | 'unchanged', number>;
  first: Pick<Segment, 'items' | 'recordId'> | null;
}

/** Exit 1 where rows would not be sent because something is wrong with them. Nothing is sent, nothing is kept. */
export async function dryRun(session: Session, entity: RecordType, request: ImportRequest): Promise<ExitName> {
  const { io, print, settings } = session;
  const file = request.file ?? '-';
  if (request.dryRun === 'offline' && request.results !== null) {
    throw new UsageError('--results with --dry-run needs --against local or current: outcomes are not known offline');
  }
  await print.note('dry run: nothing is sent');
  const progress = openProgress({ io, quiet: settings.quiet });
  const { csv: opened, path, source, bytes, release } = await openInput(session, file, request);
  try {
    const service =
      request.dryRun === 'offline'
        ? null
        : await openService(session, entity, {
            rate: request.rate,
            local: request.dryRun === 'local',
            onWait: (text, waitMs, isRoutine) => progress.wait(text, waitMs, isRoutine),
          });
    const discovered = service && (await service.fields(io.interrupt));
    const { file: csv, mapping } = await mappedRows(session, entity, { opened, path, file }, request, discovered);
    await checkList(session, entity, request);
    const plan = buildPlan(entity, request.options, mapping, null);
    const problems = new RowProblems();
    const { counts, segmenter, firstRow } = await walk(session, request, {
      csv,
      source,
      bytes,
      plan,
      service,
      progress,
      problems,
    });
    await progress.end();
    await showMapping(session, mapping, firstRow);
    const { remarks } = segmenter;
    const guess = csv.guess?.();
    if (guess) await print.note(guessLine(guess));
    const ignored = csv.ignoredCells?.() ?? null;
    if (ignored !== null) await print.note(ignoredText(ignored));
    for (const line of [...remarkLines(remarks), ...foreseenLines(entity, plan, remarks), ...remarks.cells.lines()])
      await print.note(line);
    for (const line of problems.lines(file, request.rejects !== null)) await print.note(line);
    if (service === null && mapping.skipped.length > 0) {
      await print.note('custom fields of the workspace are not known offline; use --against current to look them up');
    }
    await print.record(dryRunView, {
      file,
      rows: remarks.rows,
      toSend: counts.toSend,
      ...(service === null ? {} : counts.predicted),
      updated: remarks.updates,
      rejected: counts.rejected,
      skipped: counts.skipped,
      // A person reads the warnings on stderr.
      ...leftOut(counts.leftOut, settings.output === 'table' ? [] : problems.warnings),
      requests: counts.requests,
      minutes: Math.ceil(
        (counts.requests - remarks.updates) / LIMITS.bulkPerMinute + remarks.updates / LIMITS.writePerMinute,
      ),
      ...guessFacts(guess),
      ...mappingFacts(mapping),
      firstRequest: counts.first === null ? null : shapeOf(entity, counts.first),
    });
    return counts.rejected + counts.leftOut > 0 ? 'bad' : 'done';
  } finally {
    await release();
    await progress.end();
  }
}

/** Of a workbook, the rows of the first sheet that holds something. */
async function mappedRows(
  session: Session,
  entity: RecordType,
  { opened, path, file }: { readonly opened: RowSource; readonly path: string; readonly file: string },
  { options }: ImportRequest,
  discovered: readonly FieldDescriptor[] | null,
) {
  return await mapFirstSheet(
    session,
    await withSamples(opened),
    options.sheet,
    async (sheet) => await withSamples(await openRows(path, file, { ...options, sheet })),
    (one) => mapFile(session, entity, one, options, discovered),
  );
}

/** The body of the first request as it would go, shortened to its first item. */
function shapeOf(entity: RecordType, { items: first, recordId }: Pick<Segment, 'items' | 'recordId'>) {
  if (recordId !== null) return planned(entity.routes.update, { params: entity.params(recordId), body: first[0] });
  const rest = first.length - 1;
  const items = rest === 0 ? first : [...first.slice(0, 1), `… and ${rest} more`];
  const path = entity.kind === 'CONTACT' ? '/v1/contacts/bulk' : '/v1/companies/bulk';
  return { method: 'POST', path, body: { [entity.plural]: items } };
}

/** Standard input cannot be read twice, as some formats have to be: it is kept while the preview runs. */
async function openInput(
  session: Session,
  file: string,
  { options }: ImportRequest,
): Promise<Pick<RowsToPreview, 'csv' | 'source' | 'bytes'> & { path: string; release: () => Promise<void> }> {
  const { io, paths } = session;
  const isStdin = file === '-';
  const path = isStdin ? join(paths.cache, `import-input-${io.pid}`) : namedPath(io, file);
  const release = async () => {
    if (isStdin) await rm(path, { force: true });
  };
  try {
    if (isStdin) {
      await mkdir(paths.cache, { recursive: true, mode: 0o700 });
      await saveStdin(io, path);
    }
    const { size } = await fingerprint(path, file);
    return { csv: await openRows(path, file, options), path, source: isStdin ? '' : path, bytes: size, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** A missing list is reported now rather than by the import itself. */
async function checkList(session: Session, entity: RecordType, request: ImportRequest): Promise<void> {
  const { list } = request.options;
  if (list === null || request.dryRun !== 'current' || request.createList) return;
  await wantedList(session, entity, list, false);
}

interface RowsToPreview {
  readonly csv: RowSource;
  /** Where it is read from; empty for standard input. */
  readonly source: string;
  readonly bytes: number;
  readonly plan: ImportPlan;
  readonly service: ImportService | null;
  readonly progress: Progress;
  readonly problems: RowProblems;
}

interface PreviewedSegment {
  readonly segment: Segment;
  readonly results: readonly RowResult[];
}

async function walk(
  { io }: Session,
  { results, rejects, parallel }: ImportRequest,
  { csv, source, bytes, plan, service, progress, problems }: RowsToPreview,
): Promise<{ counts: PreviewCounts; segmenter: Segmenter; firstRow: readonly string[] }> {
  const segmenter = new Segmenter(plan, csv.header.cells, itemProblems(plan.entity, plan.columns));
  const files = await openRowFiles({
    results,
    rejects,
    header: csv.header.cells,
    dialect: csv.dialect,
    source,
    io,
  });
  const counts: PreviewCounts = {
    rejected: 0,
    skipped: 0,
    leftOut: 0,
    toSend: 0,
    requests: 0,
    predicted: { created: 0, merged: 0, unchanged: 0 },
    first: null,
  };
  let firstRow: readonly string[] = [];
  const share = () => (bytes === 0 ? 1 : Math.min(1, csv.bytesRead() / bytes));
  const expected = () => Math.round(segmenter.remarks.rows / Math.max(share(), 0.001));
  const foreseen = parallelMap<Segment, PreviewedSegment>(segmentsOf(csv, segmenter), {
    parallel,
    window: parallel * 2,
    work: async (segment) => ({
      segment,
      results: await predictedResults(segment, plan, service, io.interrupt),
    }),
    isCancelled: () => io.interrupt.aborted,
  });
  try {
    for await (const { segment, results: predictions } of foreseen) {
      firstRow = firstRow.length > 0 ? firstRow : (segment.entries[0]?.row.cells ?? []);
      count(counts, segment, predictions);
      addProblems(problems, segment);
      for (const file of filesOf(files)) await addAll(file, segment, predictions);
      progress.update({ rows: segmenter.remarks.rows, of: expected(), errors: counts.rejected, replayed: 0 });
    }
    io.interrupt.throwIfAborted();
    for (const file of filesOf(files)) await file.finish();
  } catch (error) {
    for (const file of filesOf(files)) await file.drop();
    throw error;
  }
  return { counts, segmenter, firstRow };
}

async function predictedResults(
  segment: Segment,
  plan: ImportPlan,
  service: ImportService | null,
  signal: AbortSignal,
): Promise<readonly RowResult[]> {
  if (service === null) return [];
  const { recordId } = segment;
  return recordId === null ? await predict(service, plan, segment.items, signal) : [updatedRow(recordId, null)];
}

function addProblems(problems: RowProblems, { entries }: Segment): void {
  for (const entry of entries) {
    if (entry.fate !== 'sent') problems.add(entry.row.line, { status: entry.fate, error: entry.error });
    else if (entry.leftOut.length > 0 || entry.contradiction !== '')
      problems.add(entry.row.line, { ...entry, status: 'created', error: '' });
  }
}

function count(counts: PreviewCounts, segment: Segment, predictions: readonly RowResult[]): void {
  const { bulk, entries, items, recordId } = segment;
  if (bulk !== null) counts.requests += 1;
  if (counts.first === null && items.length > 0) counts.first = { items, recordId };
  counts.toSend += items.length;
  for (const entry of entries) {
    if (entry.fate !== 'sent') counts[entry.fate] += 1;
    else counts.leftOut += entry.leftOut.length + (entry.contradiction === '' ? 0 : 1);
  }
  for (const { status } of predictions) {
    if (status === 'created' || status === 'merged' || status === 'unchanged') counts.predicted[status] += 1;
  }
}

async function addAll(file: RowFile, { entries }: Segment, predictions: readonly RowResult[]): Promise<void> {
  for (const entry of entries) {
    const result = resultOf(entry, predictions);
    if (result !== null) file.add(entry.row, result);
  }
  await file.flush();
}
