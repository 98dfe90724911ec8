// Before the first row: which import this is, its plan, its folder, its lock.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { counted } from '../../../contract/english.ts';
import { namedPath } from '../../files/is-file.ts';
import { type FileLock, lockedError, takeLock, withLock } from '../../files/lock.ts';
import { type SourceSurvey, survey } from '../../files/rows/source-file.ts';
import { isPartOf } from '../../files/write-atomic.ts';
import type { Paths } from '../../session/paths.ts';
import type { Session } from '../../session/session.ts';
import { isSameTarget, targetOf, targetText } from '../../shared/approval.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import type { ImportOptions } from '../mapping/plan.ts';
import { assertExpectedRows } from '../preview/dry-run.ts';
import { ImportJournal } from '../recover/journal.ts';
import { assertApart } from '../report/result-files.ts';
import { RowTally } from '../report/tally.ts';
import type { StartContext } from './confirm-mapping.ts';
import { type ImportedFile, type ImportHeader, importFolders, savedStdinFile, sourceOf } from './import-folder.ts';
import { prepareImport } from './prepare-import.ts';
import { type BlockingImport, blockedError, importToResume, selectImport, type WantedImport } from './select-import.ts';

export interface StartedImport {
  readonly how: 'new' | 'resumed' | 'finished';
  readonly header: ImportHeader;
  /** Releases the import's lock and deletes input that is not needed again. */
  readonly release: () => void;
}

/** Work on locks, with a message for a folder that cannot be written. */
async function savingState<T>({ paths }: Session, work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    throw importFolders(paths).cannotSave(error);
  });
}

/** Takes an import's lock. Exit 6 where another process has it. */
async function lockImport(session: Session, id: string): Promise<FileLock> {
  const lock = await savingState(session, takeLock(importFolders(session.paths).lock(id), session.io));
  if (!('release' in lock)) throw lockedError('conflict', `import ${id} is already running`, lock);
  return lock;
}

/** Starts, resumes or recognizes an import. Null: the user declined. */
export async function startImport(host: StartContext): Promise<StartedImport | null> {
  const { session, request } = host;
  if (request.resume !== null) return await resume(host);
  const source = await sourceOf(session, request.file ?? '-');
  let isKept = false;
  try {
    // An import that has begun would go on to write them.
    assertApart(session.io, source.path, { results: request.results, rejects: request.rejects });
    const found = await session.progress(`Reading ${source.displayed}`, () =>
      survey(source.path, source.displayed, request.options),
    );
    session.io.interrupt.throwIfAborted();
    const started = await matchImport(host, source, found);
    isKept = started !== null && started.header.file.path === source.path;
    return started;
  } finally {
    // Saved standard input is kept only if an import was started with it.
    if (!isKept && source.savedFor !== null) importFolders(session.paths).remove(source.savedFor);
  }
}

async function matchImport(
  host: StartContext,
  source: ImportedFile,
  found: SourceSurvey,
): Promise<StartedImport | null> {
  const { session, entity, request } = host;
  const folders = importFolders(session.paths);
  const wanted: WantedImport = {
    ...request,
    entity: entity.name,
    path: source.savedFor === null ? source.path : null,
    sha256: found.sha256,
    target: targetOf(session),
  };
  // A new import is started whatever came before.
  const earlier = () => (request.fresh ? [] : folders.all());
  const chosen = selectImport(wanted, earlier());
  const isSuperseded = chosen.is === 'changed' && request.supersede;
  const since = isSuperseded ? await superseded(session, chosen.header) : Number.POSITIVE_INFINITY;
  const which = isSuperseded ? selectImport(wanted, folders.all()) : chosen;
  if (which.is === 'resumed' || which.is === 'finished')
    return await continueImport(session, which.header, source, which.is);
  if (which.is !== 'new' && !(await wantsNew(session, which, source.displayed, request.options))) return null;

  await assertExpectedRows(host.session, host.entity, host.request, source.path);
  const planned = await prepareImport(host, source, found);
  if (planned === null) return null;
  const prepared = Number.isFinite(since) ? { ...planned, supersededSince: since } : planned;
  // One process at a time decides: two started together on one file must not both start an import of it.
  const decide = async (): Promise<StartedImport> => {
    const rival = selectImport(wanted, earlier());
    if (rival.is === 'resumed') (await lockImport(session, rival.header.id)).release();
    if (rival.is !== which.is) {
      throw new CliError('conflict', 'started_twice', `another process is importing ${source.displayed} already`, {
        hint: `see reach ${entity.plural} import --history`,
      });
    }
    folders.make(prepared.id);
    const { release } = await lockImport(session, prepared.id);
    try {
      await folders.write(prepared);
    } catch (error) {
      release();
      folders.remove(prepared.id);
      throw error;
    }
    return { how: 'new', header: prepared, release };
  };
  return await savingState(session, withLock(join(folders.root, 'lock'), session.io, decide));
}

async function superseded(session: Session, header: ImportHeader): Promise<number> {
  const { release } = await lockImport(session, header.id);
  try {
    return await supersede(session, header);
  } finally {
    release();
  }
}

async function wantsNew(
  session: Session,
  which: BlockingImport,
  displayed: string,
  options: ImportOptions,
): Promise<boolean> {
  const refused = blockedError(which, displayed, options);
  if (!session.prompt.possible) throw refused;
  await session.print.warn(refused.message);
  const isWanted = await session.prompt.confirm('Start over with a new import?', '--new');
  if (!isWanted) await session.print.note('nothing was imported');
  return isWanted;
}

/** An import that was started before; the same content may now have another path. */
async function continueImport(
  session: Session,
  header: ImportHeader,
  source: ImportedFile,
  how: 'resumed' | 'finished',
): Promise<StartedImport> {
  const lock = await lockImport(session, header.id);
  // The spooled copy of an import that is done is gone: what came now has the same content.
  const path = how === 'finished' || header.file.shown !== '-' ? source.path : header.file.path;
  const release = () => {
    lock.release();
    if (source.savedFor !== null && path === source.path) importFolders(session.paths).remove(source.savedFor);
  };
  return { how, header: { ...header, file: { ...header.file, path } }, release };
}

/** An import that is named is resumed whatever became of others. */
function importsToResume(paths: Paths, id: string | null): readonly ImportHeader[] {
  const folders = importFolders(paths);
  const { headers } = folders.stored();
  return headers.some((header) => header.id === id) ? headers : folders.all();
}

async function resume({ session, entity, request }: StartContext): Promise<StartedImport> {
  const { io, paths } = session;
  const input = request.file === null || request.file === '-' ? null : namedPath(io, request.file);
  const id = request.resume === '' ? null : request.resume;
  const header = importToResume(
    id,
    entity.name,
    id === null ? input : null,
    importsToResume(paths, id),
    request.resendUncertain,
    request.options.change?.act,
  );
  const target = targetOf(session);
  if (!isSameTarget(header.target, target)) {
    throw new UsageError(`import ${header.id} belongs to ${targetText(header.target)}, not to ${targetText(target)}`, {
      hint: `use --profile ${header.target.profile}`,
    });
  }
  // What came from standard input is kept by reach itself; a file was named, then or now.
  const path = input ?? (header.file.shown === '-' ? header.file.path : namedPath(io, header.file.path));
  const displayed = request.file ?? header.file.shown;
  const found = await session.progress(`Reading ${displayed}`, () => survey(path, displayed, header.plan));
  if (found.sha256 !== header.file.sha256) throw blockedError({ is: 'changed', header }, displayed, header.options);
  return {
    how: 'resumed',
    header: { ...header, file: { ...header.file, path } },
    release: (await lockImport(session, header.id)).release,
  };
}

// An unfinished import of an earlier version of a file is given up: what it sent is counted, nothing of it arrives any more.

/** The caller holds the lock of the import. Gives the moment, by the service's clock, since when it may have created records. */
async function supersede(session: Session, header: ImportHeader): Promise<number> {
  const { io, paths, print } = session;
  const journal = await ImportJournal.open(importFolders(paths).journal(header.id));
  const tally = new RowTally();
  try {
    const deadline = journal.learned.lastDeadline;
    // A request that is sent again while the lost one arrives could create the record twice.
    if (deadline > io.now()) {
      await print.note(
        `waiting ${Math.ceil((deadline - io.now()) / 1000)} s: a request of import ${header.id} may still arrive`,
      );
      await io.sleep(deadline - io.now(), io.interrupt);
    }
    for await (const result of journal.allResults()) tally.add(result);
    const finished = journal.finished ?? { at: io.now(), counts: { rows: tally.rows, ...tally.counts } };
    if (journal.finished === null) await journal.finish(finished);
    await importFolders(paths).write({ ...header, finished });
  } finally {
    await journal.close();
  }
  for (const path of [header.results, header.rejects]) if (path !== null) removeParts(path);
  rmSync(savedStdinFile(paths, header.id), { force: true });
  await print.note(`import ${header.id} given up: ${counted(tally.rows, 'row')} of the earlier file were sent`);
  return Math.min(journal.learned.beganAt, header.supersededSince ?? Number.POSITIVE_INFINITY);
}

/** What a process that was killed left of a file. */
function removeParts(path: string): void {
  const folder = dirname(path);
  for (const name of existsSync(folder) ? readdirSync(folder).filter((one) => isPartOf(one, basename(path))) : [])
    rmSync(join(folder, name), { force: true });
}
