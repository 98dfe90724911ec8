// An import from beginning to end: what `reach contacts import FILE` does.

import { rm } from 'node:fs/promises';
import { CliError, type ExitName, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import type { Append } from '../../files/appended-lines.ts';
import type { CsvFile } from '../../files/csv/read.ts';
import type { Entity } from '../../shared/records/kind.ts';
import { itemProblems } from '../mapping/item-problems.ts';
import type { BulkBounds } from '../mapping/plan.ts';
import { Journal } from '../recover/journal.ts';
import { openProgress, type Progress } from '../report/progress.ts';
import { filesOf, openRowFiles, type RowFiles } from '../report/result-files.ts';
import { importView, limitingFactorText, remarkLines, summaryOf } from '../report/summary.ts';
import { limitingFactor, Tally } from '../report/tally.ts';
import { openOverflowFile } from '../rows/overflow-file.ts';
import type { FileRemarks } from '../rows/segments.ts';
import { Cancellation } from '../send/cancellation.ts';
import { runPipeline } from '../send/pipeline.ts';
import { SharedLock } from '../send/shared-lock.ts';
import type { ImportService } from '../service.ts';
import type { ImportRequest } from './flags.ts';
import { type ImportHeader, journalFile, keysFile, savedStdinFile, writeHeader } from './import-folder.ts';
import { type OnWait, openService } from './open-service.ts';
import { type Fingerprint, fingerprint, openRows } from './source-file.ts';
import { type StartedImport, startImport } from './start-import.ts';

/** What a test puts in the place of the real thing. */
export interface ImportOverrides {
  readonly append?: Append;
  readonly bounds?: BulkBounds;
}

/** One import that is being carried out. */
interface Work extends StartedImport {
  readonly session: Session;
  readonly entity: Entity;
  readonly request: ImportRequest;
  readonly halt: Cancellation;
  readonly gate: SharedLock;
  readonly tally: Tally;
  readonly journal: Journal;
  readonly csv: CsvFile;
  /** Null where nothing has to be asked: the journal knows it all. */
  readonly service: ImportService | null;
  readonly startedAt: number;
}

/** Throws what stopped it; the summary of what was done till then was printed. */
export async function importFile(
  session: Session,
  entity: Entity,
  request: ImportRequest,
  { append, bounds }: ImportOverrides = {},
): Promise<ExitName> {
  // Once there is a progress bar, waits are shown beside it.
  let onWait: OnWait = (text, waitMs) => void session.print.note(`waiting ${Math.ceil(waitMs / 1000)} s: ${text}`);
  let opened: Promise<ImportService> | null = null;
  const service = () => {
    opened ??= openService(session, entity, { rate: request.rate, onWait: (...wait) => onWait(...wait) });
    return opened;
  };
  const begun = await startImport({ session, entity, request, service, bounds });
  if (begun === null) return 'done';
  let journal: Journal | null = null;
  try {
    const { header, how } = begun;
    const { path, shown } = header.file;
    const before = await fingerprint(path, shown);
    const csv = await openRows(path, shown, header.plan);
    journal = await Journal.open(journalFile(session.paths, header.id), append);
    if (how === 'resumed') await session.print.note(`resuming import ${header.id}, begun ${isoTime(header.startedAt)}`);
    const asked = how === 'finished' || journal.finished !== null ? null : await awake(await service(), session);
    const given = { session, entity, request, journal, csv, service: asked, startedAt: session.io.now() };
    const work: Work = { ...begun, ...given, halt: new Cancellation(), gate: new SharedLock(), tally: new Tally() };
    return await carryOut(work, before, (told) => {
      onWait = told;
    });
  } finally {
    await journal?.close();
    begun.release();
  }
}

const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The service's time, and whether it answers at all, before anything is sent. */
async function awake(service: ImportService, { io }: Session): Promise<ImportService> {
  if (service.lastHeardAt() === null) await service.fields(io.interrupt);
  return service;
}

async function carryOut(work: Work, before: Fingerprint, listen: (onWait: OnWait) => void): Promise<ExitName> {
  const { io, settings } = work.session;
  const files = await openFiles(work);
  const progress = openProgress({ out: io.stderr, quiet: settings.quiet, now: io.now, sleep: io.sleep });
  listen((text, waitMs, isRoutine) => progress.wait(text, waitMs, isRoutine));
  const deaf = listenForInterrupt(work, progress);
  let remarks: FileRemarks;
  try {
    remarks = await run(work, files, progress);
  } finally {
    deaf();
    await progress.end();
  }
  await finishFiles(work, files);
  await checkUnchanged(work, before);
  if (!work.halt.isRequested && work.header.finished === null) await close(work);
  return await report(work, remarks, files);
}

async function run(work: Work, files: RowFiles, progress: Progress): Promise<FileRemarks> {
  const { session, request, header, halt, gate, tally, journal, csv, service } = work;
  const { now, sleep, random } = session.io;
  const { maxErrors, parallel } = request;
  return await runPipeline({
    plan: header.plan,
    csv,
    reasons: itemProblems(header.entity, header.plan.columns),
    openOverflow: () => openOverflowFile(keysFile(session.paths, header.id)),
    journal,
    service,
    gate,
    halt,
    tally,
    progress,
    files: filesOf(files),
    records: header.file.records,
    parallel,
    maxRetries: session.settings.maxRetries,
    maxErrors,
    onTooManyErrors: (errors) => tooManyErrors(errors, maxErrors ?? 0),
    now,
    sleep,
    random,
  });
}

function tooManyErrors(errors: number, most: number): CliError {
  const rows = `${errors} ${errors === 1 ? 'row was' : 'rows were'}`;
  return new CliError('bad', 'max_errors', `${rows} not imported, and --max-errors allows ${most}`, {
    hint: '--rejects FILE tells which and why; the import can be resumed, with more --max-errors or without',
  });
}

/** Says within a moment what Ctrl-C does: nothing new goes out, what is under way ends. Gives what stops listening. */
function listenForInterrupt({ session, entity, header, halt, gate }: Work, progress: Progress): () => void {
  const { io } = session;
  const onInterrupt = () => {
    const bulks = `${gate.inside} ${gate.inside === 1 ? 'bulk' : 'bulks'}`;
    const what = gate.inside === 0 ? 'stopping' : `finishing ${bulks} under way (once more: leave at once)`;
    void progress.say(`${what}; resume with: ${resumeCommand(entity, header)}`);
    halt.request(io.interrupt.reason);
  };
  if (io.interrupt.aborted) onInterrupt();
  io.interrupt.addEventListener('abort', onInterrupt, { once: true });
  return () => io.interrupt.removeEventListener('abort', onInterrupt);
}

function resumeCommand(entity: Entity, { id, target }: ImportHeader): string {
  const profile = target.profile === 'env' ? '' : ` --profile ${target.profile}`;
  return `reach ${entity.plural} import --resume ${id}${profile}`;
}

/** The files this run writes: those asked for now, or, when it goes on, those the import was begun with. */
async function openFiles({ session, request, how, header, csv }: Work): Promise<RowFiles> {
  const begunWith = how === 'resumed' ? header : { results: null, rejects: null };
  return await openRowFiles({
    results: request.results ?? begunWith.results,
    rejects: request.rejects ?? begunWith.rejects,
    header: csv.header.cells,
    dialect: csv.dialect,
    source: header.file.path,
    cwd: session.io.cwd,
  });
}

async function finishFiles({ halt }: Work, files: RowFiles): Promise<void> {
  for (const file of filesOf(files)) {
    try {
      await file.finish();
    } catch (error) {
      halt.request(error);
    }
  }
}

/** What was read must be what was looked at before: else some rows are of one file, some of another. */
async function checkUnchanged({ header, halt }: Work, before: Fingerprint): Promise<void> {
  const { path, shown } = header.file;
  const after = await fingerprint(path, shown).catch(() => null);
  if (after?.size === before.size && after.mtimeMs === before.mtimeMs && after.ino === before.ino) return;
  halt.request(
    new UsageError(`${shown} was changed while it was being imported`, {
      hint: 'put it back as it was and resume, or start over with --new',
    }),
  );
}

/** Every row is done: nothing of the import is needed any more but what it came to. */
async function close({ session, journal, header, tally }: Work): Promise<void> {
  const finished = journal.finished ?? { at: session.io.now(), counts: { rows: tally.rows, ...tally.counts } };
  if (journal.finished === null) await journal.finish(finished);
  await writeHeader(session.paths, { ...header, finished });
  await rm(savedStdinFile(session.paths, header.id), { force: true });
}

/** Below this nothing limited it that is worth a word. */
const LIMIT_SHOWN_MS = 1_000;

async function report(work: Work, remarks: FileRemarks, { shown }: RowFiles): Promise<ExitName> {
  const { session, entity, how, request, header, halt, tally, service, startedAt } = work;
  const { print, io } = session;
  const wallMs = io.now() - startedAt;
  for (const line of remarkLines(remarks)) await print.note(line);
  if (how === 'finished') {
    const at = isoTime(header.finished?.at ?? header.startedAt);
    await print.note(`this file was imported at ${at} (import ${header.id}): nothing is sent; --again sends it again`);
  }
  // A short file never has as many bulks under way as it might.
  const atOnce = Math.min(request.parallel, Math.ceil(Math.max(1, tally.rows) / header.plan.bulkItems));
  const limitedBy =
    service === null || wallMs < LIMIT_SHOWN_MS
      ? null
      : limitingFactorText(limitingFactor(wallMs, atOnce, tally), service.bulksPerMinute());
  const state = halt.isRequested ? 'stopped' : 'finished';
  const list = header.plan.list?.name ?? null;
  await print.record(
    importView,
    summaryOf({ id: header.id, state, file: header.file.shown, list, limitedBy, ...shown }, tally, wallMs),
  );
  if (halt.isRequested) {
    await print.note(`stopped; resume with: ${resumeCommand(entity, header)}`);
    throw halt.reason;
  }
  return tally.errors > 0 && how !== 'finished' ? 'bad' : 'done';
}
