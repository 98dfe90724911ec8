// A dry run up to its first row: the file, its mapping, the service where it is asked, and the files that are written. Then what is
// said of the file behind its last row.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from '../../../contract/routes/route.ts';
import { namedPath } from '../../files/is-file.ts';
import { fileDigest, fingerprint, openRows, withSamples } from '../../files/rows/source-file.ts';
import type { Session } from '../../session/session.ts';
import { noteUndo, type UndoKey } from '../../shared/approval.ts';
import { assertCreatable } from '../../shared/lookup/list.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { openProgress } from '../../terminal/progress.ts';
import { buildPlan, showMapping } from '../mapping/build-plan.ts';
import { itemProblems } from '../mapping/item.ts';
import { hasIds, type ImportPlan } from '../mapping/plan.ts';
import { wantedList } from '../mapping/wanted-list.ts';
import { assertApart, filesOf, OutFile, openRowFiles } from '../report/result-files.ts';
import { type RowResult, resultOf, SENT_ROW } from '../report/row-result.ts';
import { remarkLines } from '../report/summary.ts';
import { RowProblems, RowTally } from '../report/tally.ts';
import { type Segment, Segmenter } from '../rows/segments.ts';
import { bulkBounds, openService } from '../service.ts';
import { checkIds } from '../start/check-ids.ts';
import type { ImportRequest } from '../start/flags.ts';
import { foresee, foreseenLines } from '../start/foresee.ts';
import { saveStdin } from '../start/import-folder.ts';
import { describeFile, mapFile, mapFirstSheet } from '../start/map-file.ts';
import type { RowEffect } from './predict.ts';
import { RowEffects } from './row-effects.ts';

export type OpenedPreview = Awaited<ReturnType<typeof openPreview>>;

export async function openPreview(session: Session, entity: Entity, request: ImportRequest) {
  const { io, print, settings } = session;
  const { dryRun: against } = request;
  const file = request.file ?? '-';
  if (session.savePlan !== undefined && file === '-')
    throw new UsageError('--save-plan needs a file: standard input is gone when the plan is run');
  await print.note('dry run: nothing is sent');
  const progress = openProgress({ io, quiet: settings.quiet });
  const { path, bytes, release } = await openInput(session, file);
  const close = async () => {
    await release();
    await progress.end();
  };
  try {
    const onWait = (text: string, waitMs: number, isRoutine: boolean) => progress.wait(text, waitMs, isRoutine);
    const service =
      against === 'local' || against === 'current'
        ? await openService(session, entity, { rate: request.rate, local: against === 'local', onWait })
        : null;
    // Null offline.
    const online = service && { service, discovered: await service.fields(io.interrupt) };
    const { options, results, rejects } = request;
    const { file: csv, mapping } = await mapFirstSheet(
      session,
      await withSamples(await openRows(path, file, options)),
      options.sheet,
      async (sheet) => await withSamples(await openRows(path, file, { ...options, sheet })),
      (one) => mapFile(session, entity, one, options, online?.discovered ?? null),
    );
    const list = await listOf(session, entity, request);
    const plan = buildPlan(entity, options, mapping, list, bulkBounds(session, entity));
    if (hasIds(plan) && !request.update) {
      const rows = await openRows(path, file, { ...plan, sheet: csv.sheet?.name });
      const { remarks } = await foresee(rows, plan);
      await checkIds(service, entity, mapping, remarks, { change: plan.change, signal: io.interrupt });
    }
    assertApart(io, file === '-' ? '' : path, { results, rejects, changes: request.changes });
    const files = await openRowFiles(io, { results, rejects }, csv);
    const { savePlan: target } = session;
    const unknownFields = newCustomFields(plan, online?.discovered);
    const { changes } = request;
    const changed = changes === null ? null : await OutFile.create(namedPath(io, changes), '--changes', changes);
    const effects = new RowEffects(changed, target !== undefined, unknownFields);
    const share = () => (bytes === 0 ? 1 : Math.min(1, csv.bytesRead() / bytes));
    return {
      ...{ file, csv, mapping, plan, files, effects, progress, online, close, kind: entity.noun },
      /** Writes the plan, if the rows are to be saved as one. */
      save: async () => {
        if (target === undefined) return;
        const { savePlan } = await import('../../shared/effects/save-plan.ts');
        await savePlan(session, target, effects.planned, {
          by: 'line',
          file: { path: file, sha256: await fileDigest(path) },
        });
      },
      segmenter: new Segmenter(plan, csv.header.cells, itemProblems(plan)),
      /** How many rows the file seems to have. */
      expected: (rows: number) => Math.round(rows / Math.max(share(), 0.001)),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** None where the fields of the workspace are not known. */
function newCustomFields(
  { columns }: ImportPlan,
  discovered: readonly { readonly id: string }[] | undefined,
): string[] {
  if (discovered === undefined) return [];
  const known = new Set(discovered.map(({ id }) => id));
  return columns.flatMap(({ kind, field }) => (kind === 'custom' && !known.has(field) ? field : []));
}

/** Behind the last row. What undo would make of it is for the output, too. */
export async function sayRemarks(
  session: Session,
  entity: Entity,
  { file, csv, mapping, plan, segmenter, progress, files, effects, online }: OpenedPreview,
  preview: RowPreview,
): Promise<UndoKey> {
  const { print } = session;
  await progress.end();
  const changes = online === null ? null : effects.undoneChanges(entity.noun);
  const isNewList = plan.list?.id === NEW_LIST && changes !== null && changes.length > 0;
  const list = { kind: 'list', id: null, is: 'created', lasting: 'the API cannot delete a list' } as const;
  const undo = await noteUndo(session, sentRoutes(entity, plan), isNewList ? [...changes, list] : changes);
  if (plan.change?.act !== 'delete') await showMapping(session, mapping, preview.firstRow);
  const { skippedLines, sheet } = csv;
  const found = {
    skippedLines,
    sheet,
    ignored: csv.ignoredCells?.() ?? null,
    guess: csv.guess?.() ?? null,
    damaged: null,
  };
  await describeFile(session, found, plan);
  const { remarks } = segmenter;
  const foreseen = foreseenLines(entity, plan, remarks);
  for (const line of [...remarkLines(remarks), ...foreseen, ...remarks.cells.lines()]) await print.note(line);
  for (const line of effects.lines()) await print.note(harmless(line));
  for (const line of preview.problems.lines(file, files.displayed.rejects !== null)) await print.note(line);
  return undo;
}

/** What the rows are sent with. */
function sentRoutes({ routes, deleteRoute }: Entity, { change }: ImportPlan): readonly Route[] {
  if (change === undefined) return [routes.bulkCreate];
  return change.act === 'update' ? [routes.update] : deleteRoute === undefined ? [] : [deleteRoute];
}

/** Standard input cannot be read twice, as some formats have to be: it is kept while the preview runs. */
async function openInput(
  { io, paths }: Session,
  file: string,
): Promise<{ readonly path: string; readonly bytes: number; readonly release: () => Promise<void> }> {
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
    return { path, bytes: size, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** A list that does not exist has no id yet. */
export const NEW_LIST = 0;

/** The list of the profile's service. A missing one is reported now rather than by the import itself. */
async function listOf(session: Session, entity: Entity, request: ImportRequest): Promise<ImportPlan['list']> {
  const { list } = request.options;
  if (list === null || request.dryRun !== 'current') return null;
  try {
    const found = await wantedList(session, entity, list, false);
    return await found();
  } catch (error) {
    if (!request.createList) throw error;
    await assertCreatable(session, list, entity.name, error);
    return { id: NEW_LIST, name: list };
  }
}

// The rows of a dry run: what would become of each goes to the counts, to the problems and to the files, as in the import itself.

export interface PreviewedSegment {
  readonly segment: Segment;
  /** Null where the service was not asked. */
  readonly results: readonly RowResult[] | null;
  /** Of each item; missing where the service was not asked. */
  readonly effects?: readonly RowEffect[];
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

  add(previewed: PreviewedSegment, { files, effects, kind, plan }: OpenedPreview): void {
    const { segment, results, effects: ofItems } = previewed;
    const { bulk, entries, count, recordId } = segment;
    if (bulk !== null && ofItems?.every(({ sent }) => sent === null) !== true) {
      this.requests += 1;
      if (recordId !== null) this.updates += 1;
      if ((results ?? [{ error: '' }]).some(({ error }) => error === '')) this.first ??= previewed;
    }
    if (this.firstRow.length === 0) this.firstRow = entries[0]?.row.cells ?? [];
    this.toSend += count;
    for (const entry of entries) {
      const result = resultOf(entry, results, SENT_ROW, plan.columns);
      this.tally.add(result);
      this.problems.add(entry.row.line, result);
      if (entry.fate === 'sent') effects.add(entry.row.line, ofItems?.[entry.place]?.changes ?? [], kind);
      for (const file of filesOf(files)) file.add(entry.row, result);
    }
  }

  get isBad(): boolean {
    return this.tally.errors + this.tally.leftOut > 0;
  }
}

/** Goes through all of them, and puts the files on the disk. */
export async function previewRows(
  segments: AsyncIterable<PreviewedSegment>,
  opened: OpenedPreview,
  signal: AbortSignal,
): Promise<RowPreview> {
  const preview = new RowPreview();
  const files = [...filesOf(opened.files), opened.effects].flatMap(({ file }) => file ?? []);
  try {
    for await (const one of segments) {
      signal.throwIfAborted();
      preview.add(one, opened);
      for (const file of files) await file.flush();
      const { rows, errors } = preview.tally;
      opened.progress.update({ rows, of: opened.expected(rows), errors, replayed: 0 });
    }
    signal.throwIfAborted();
    for (const file of files) await file.finish();
    return preview;
  } catch (error) {
    for (const file of files) await file.drop();
    throw error;
  }
}
