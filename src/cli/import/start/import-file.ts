// An import from start to end: what `reach contacts import FILE` does.

import { rm } from 'node:fs/promises';
import { counted } from '../../../contract/english.ts';
import type { Append } from '../../files/appended-lines.ts';
import type { RowSource } from '../../files/rows/source.ts';
import { type Fingerprint, fingerprint, openRows } from '../../files/rows/source-file.ts';
import type { Session } from '../../session/session.ts';
import { isSameTarget } from '../../shared/approval.ts';
import { Cancellation } from '../../shared/parallel-map.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { openProgress } from '../../terminal/progress.ts';
import type { BulkBounds, ImportPlan } from '../mapping/plan.ts';
import { claimedRecords, ImportJournal } from '../recover/journal.ts';
import { RecordClock } from '../recover/record-clock.ts';
import { SearchProof } from '../recover/search-proof.ts';
import { SharedLock } from '../recover/shared-lock.ts';
import { assertApart, filesOf, openRowFiles, type RowFiles } from '../report/result-files.ts';
import { printReport } from '../report/summary.ts';
import { RowProblems, RowTally } from '../report/tally.ts';
import type { FileRemarks } from '../rows/file-remarks.ts';
import { type ImportRun, stopAtInterrupt } from '../run.ts';
import { runPipeline } from '../send/pipeline.ts';
import { SettableItems } from '../send/settable-items.ts';
import { type ImportService, type OnWait, openService, rowsPerMinute } from '../service.ts';
import type { ImportRequest } from './flags.ts';
import { FirstPass, wrongValueLines } from './foresee.ts';
import { type ImportHeader, importFolders, savedStdinFile } from './import-folder.ts';
import { nounOf, resumeCommand } from './select-import.ts';
import { type StartedImport, startImport } from './start-import.ts';

/** What tests replace. */
export interface ImportOverrides {
  readonly append?: Append;
  readonly bounds?: BulkBounds;
}

/** Throws what stopped it; the summary of what was done so far has been printed. */
export async function importFile(
  session: Session,
  entity: Entity,
  request: ImportRequest,
  { append, bounds }: ImportOverrides = {},
): Promise<ExitName> {
  session.host.guard?.comparedBy('line');
  // Once there is a progress bar, waits are shown beside it.
  let onWait: OnWait = (text, waitMs) => void session.print.note(`waiting ${Math.ceil(waitMs / 1000)} s: ${text}`);
  let opened: Promise<ImportService> | null = null;
  const service = () => {
    opened ??= openService(session, entity, { rate: request.rate, onWait: (...wait) => onWait(...wait) });
    return opened;
  };
  const firstPass = new FirstPass();
  const started = await startImport({ session, entity, request, service, firstPass, bounds });
  if (started === null) return 'bad';
  let journal: ImportJournal | null = null;
  try {
    const { header, how } = started;
    session.history.entry({ id: header.id });
    const { plan } = header;
    const { path, shown: displayed } = header.file;
    const before = await fingerprint(path, displayed);
    const { laterRows, remarks } = await session.progress(`Checking ${displayed}`, () =>
      firstPass.of(path, displayed, plan),
    );
    // Else it was said with all the rest.
    if (session.settings.quiet && how === 'new')
      for (const line of wrongValueLines(remarks)) await session.print.warn(line);
    const csv = await openRows(path, displayed, plan);
    journal = await ImportJournal.open(importFolders(session.paths).journal(header.id), append);
    if (how === 'resumed')
      await session.print.note(
        `resuming ${nounOf(header)} ${header.id}, started ${new Date(header.startedAt).toISOString()}`,
      );
    const isOver = how === 'finished' || (journal.finished !== null && !request.resendUncertain);
    const connected = isOver ? null : await service();
    // Before anything is sent: its time, and whether it responds at all.
    if (connected?.lastAnswerAt() === null) await connected.fields(session.io.interrupt);
    const startedAt = session.io.now();
    connected?.resumePace(journal.usedAt(startedAt), journal.learned.limits);
    const files = await openFiles(session, request, started, csv);
    const { io, settings } = session;
    const perMinute = () => rowsPerMinute(connected, plan);
    const progress = openProgress({ io, quiet: settings.quiet, perMinute });
    onWait = (text, waitMs, isRoutine) => progress.wait(text, waitMs, isRoutine);
    const run: ImportRun = {
      ...{ session, entity, request, how, header, plan, csv, laterRows, files, journal, progress, startedAt },
      service: connected,
      settable: settableOf(plan, connected, io.interrupt),
      gate: await gateOf(session, entity, plan, connected),
      requestLock: new SharedLock(),
      claimed: claimedRecords(journal),
      clock: openClock(session, header, journal),
      proof: new SearchProof(),
      cancellation: new Cancellation(),
      tally: new RowTally(),
      problems: new RowProblems(),
    };
    return await carryOut(run, before);
  } finally {
    await journal?.close();
    started.release();
  }
}

function settableOf(plan: ImportPlan, service: ImportService | null, signal: AbortSignal): SettableItems | null {
  const { overwriting } = plan;
  if (overwriting === undefined || service === null) return null;
  let discovered: ReturnType<ImportService['fields']> | null = null;
  return new SettableItems(overwriting, async () => {
    discovered ??= service.fields(signal).catch((error: unknown) => {
      discovered = null;
      throw error;
    });
    return { service, plan, discovered: await discovered, signal };
  });
}

async function gateOf(
  { host, io: { interrupt: signal } }: Session,
  entity: Entity,
  plan: ImportPlan,
  service: ImportService | null,
): Promise<ImportRun['gate']> {
  if (host.guard === undefined || service === null) return null;
  const { plannedRows } = await import('../preview/predict.ts');
  return plannedRows(host.guard, { entity, plan, service, discovered: await service.fields(signal), signal });
}

/** What this import, or an earlier one into the same service, learned of its clock. */
function openClock({ paths }: Session, { target }: ImportHeader, journal: ImportJournal): RecordClock {
  const known = importFolders(paths)
    .stored()
    .headers.findLast((one) => isSameTarget(one.target, target) && one.clockLag != null)?.clockLag;
  // A disk that is full stops the import at the next line that has to be there.
  return new RecordClock(journal.learned.clockLag ?? known ?? null, (lag) => void journal.clock(lag).catch(() => {}));
}

async function carryOut(run: ImportRun, before: Fingerprint): Promise<ExitName> {
  const stopListening = stopAtInterrupt(run.session, run, () => stoppingText(run));
  let remarks: FileRemarks;
  try {
    remarks = await runPipeline(run);
  } finally {
    stopListening();
    await run.progress.end();
  }
  await finishFiles(run);
  await checkUnchanged(run, before);
  if (!run.cancellation.isRequested && run.how !== 'finished') await close(run);
  return await printReport(run, remarks);
}

/** Requests in progress end. */
function stoppingText({ header, requestLock: { holders } }: ImportRun): string {
  const bulks = counted(holders, 'request');
  const what = holders === 0 ? 'stopping' : `finishing ${bulks} (press Ctrl-C again to quit at once)`;
  return `${what}; resume with: ${resumeCommand(header)}`;
}

/** The files this run writes: those of this command, or, when it resumes, those the import was started with. */
async function openFiles(
  session: Session,
  request: ImportRequest,
  { how, header }: StartedImport,
  csv: RowSource,
): Promise<RowFiles> {
  const startedWith = how === 'resumed' ? header : { results: null, rejects: null };
  const results = request.results ?? startedWith.results;
  const rejects = request.rejects ?? startedWith.rejects;
  assertApart(session.io, header.file.path, { results, rejects });
  return await openRowFiles(session.io, { results, rejects }, csv);
}

async function finishFiles({ cancellation, files }: ImportRun): Promise<void> {
  for (const { file } of filesOf(files)) {
    try {
      await file.finish();
    } catch (error) {
      cancellation.request(error);
    }
  }
}

/** What was read must be what was looked at before: else some rows are of one file, some of another. */
async function checkUnchanged({ header, cancellation }: ImportRun, before: Fingerprint): Promise<void> {
  const { path, shown: displayed } = header.file;
  const after = await fingerprint(path, displayed).catch(() => null);
  if (after?.size === before.size && after.mtimeMs === before.mtimeMs && after.ino === before.ino) return;
  cancellation.request(
    new UsageError(`${displayed} changed while it was being imported`, {
      hint: 'restore the file and resume, or start over with --new',
    }),
  );
}

/** Every row is done: nothing of the import is needed any more but what it came to. */
async function close({ session, journal, header, tally, request, clock }: ImportRun): Promise<void> {
  const before = request.resendUncertain ? null : journal.finished;
  const finished = before ?? { at: session.io.now(), counts: { rows: tally.rows, ...tally.counts } };
  if (before === null) await journal.finish(finished);
  await importFolders(session.paths).write({ ...header, finished, clockLag: clock.lag });
  if (tally.counts.uncertain === 0) await session.history.later([], true);
  // Rows that are uncertain may be sent once more.
  if (tally.counts.uncertain > 0) return;
  await rm(savedStdinFile(session.paths, header.id), { force: true });
}
