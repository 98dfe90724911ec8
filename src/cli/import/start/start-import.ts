// Before the first row: which import this is, its plan, its folder, its lock.

import { type FileLock, lockedError, takeLock, withLock } from '../../files/lock.ts';
import { namedPath } from '../../files/named-path.ts';
import type { Paths } from '../../session/paths.ts';
import type { Session } from '../../session/session.ts';
import type { RecordType } from '../../shared/records/kind.ts';
import { isSameTarget, targetOf, targetText } from '../../shared/target.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { isSystemError } from '../../terminal/system-error.ts';
import { buildPlan } from '../mapping/build-plan.ts';
import type { BulkBounds, ImportOptions } from '../mapping/plan.ts';
import { mapTexts, saveMapping } from '../mapping/saved-mappings.ts';
import { wantedList } from '../mapping/wanted-list.ts';
import type { ImportService } from '../service.ts';
import { cellValuesOf } from './cell-values.ts';
import { confirmChange } from './confirm-change.ts';
import { confirmMapping } from './confirm-mapping.ts';
import type { ImportRequest } from './flags.ts';
import {
  allImports,
  cannotSaveState,
  decisionLockFile,
  type ImportHeader,
  importsFolder,
  lockFile,
  makeImportFolder,
  newImportId,
  removeImportFolder,
  storedImports,
  writeHeader,
} from './import-folder.ts';
import { describeFile, mapFile, mapFirstSheet } from './map-file.ts';
import { bulkBounds } from './open-service.ts';
import { type ImportedFile, sourceOf } from './save-stdin.ts';
import {
  type BlockingImport,
  blockedError,
  type ImportSelection,
  importToResume,
  selectImport,
  type WantedImport,
} from './select-import.ts';
import { type SourceSurvey, survey } from './source-file.ts';
import { supersede } from './supersede.ts';

export interface StartedImport {
  readonly how: 'new' | 'resumed' | 'finished';
  readonly header: ImportHeader;
  /** Releases the import's lock and deletes input that is not needed again. */
  readonly release: () => void;
}

/** Work on locks, with a message for a folder that cannot be written. */
async function savingState<T>({ paths }: Session, work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    throw isSystemError(error) ? cannotSaveState(importsFolder(paths), error) : error;
  });
}

/** Takes an import's lock. Exit 6 where another process has it. */
async function lockImport(session: Session, id: string): Promise<FileLock> {
  const lock = await savingState(session, takeLock(lockFile(session.paths, id), session.io));
  if (!('release' in lock)) throw lockedError('conflict', `import ${id} is already running`, lock);
  return lock;
}

export interface StartContext {
  readonly session: Session;
  readonly entity: RecordType;
  readonly request: ImportRequest;
  /** Opened only where the service has to be asked. */
  readonly service: () => Promise<ImportService>;
  readonly bounds?: BulkBounds | undefined;
}

/** Starts, resumes or recognizes an import. Null: the user declined. */
export async function startImport(host: StartContext): Promise<StartedImport | null> {
  const { session, request } = host;
  if (request.resume !== null) return await resume(host);
  const source = await sourceOf(session, request.file ?? '-');
  let isKept = false;
  try {
    const found = await session.progress(`Reading ${source.displayed}`, () =>
      survey(source.path, source.displayed, request.options),
    );
    session.io.interrupt.throwIfAborted();
    const started = await matchImport(host, source, found);
    isKept = started !== null && started.header.file.path === source.path;
    return started;
  } finally {
    // Saved standard input is kept only if an import was started with it.
    if (!isKept && source.savedFor !== null) removeImportFolder(session.paths, source.savedFor);
  }
}

async function matchImport(
  host: StartContext,
  source: ImportedFile,
  found: SourceSurvey,
): Promise<StartedImport | null> {
  const { session, entity, request } = host;
  const { paths } = session;
  const wanted: WantedImport = {
    entity: entity.kind,
    path: source.savedFor === null ? source.path : null,
    sha256: found.sha256,
    target: targetOf(session),
    options: request.options,
    again: request.again,
    fresh: request.fresh,
    resendUncertain: request.resendUncertain,
  };
  // A new import is started whatever came before.
  const earlier = () => (request.fresh ? [] : allImports(paths));
  const chosen = selectImport(wanted, earlier());
  const which =
    chosen.is === 'changed' && request.supersede ? await superseded(session, chosen.header, wanted) : chosen;
  if (which.is === 'resumed' || which.is === 'finished')
    return await continueImport(session, which.header, source, which.is);
  if (which.is !== 'new' && !(await wantsNew(session, which, source.displayed, request.options))) return null;

  const prepared = await prepareImport(host, source, found);
  if (prepared === null) return null;
  // One process at a time decides: two started together on one file must not both start an import of it.
  const decide = async (): Promise<StartedImport> => {
    const rival = selectImport(wanted, earlier());
    if (rival.is === 'resumed') (await lockImport(session, rival.header.id)).release();
    if (rival.is !== which.is) {
      throw new CliError('conflict', 'started_twice', `another process is importing ${source.displayed} already`, {
        hint: `see reach ${entity.plural} import --history`,
      });
    }
    makeImportFolder(paths, prepared.id);
    const { release } = await lockImport(session, prepared.id);
    try {
      await writeHeader(paths, prepared);
    } catch (error) {
      release();
      removeImportFolder(paths, prepared.id);
      throw error;
    }
    return { how: 'new', header: prepared, release };
  };
  return await savingState(session, withLock(decisionLockFile(paths), session.io, decide));
}

async function superseded(session: Session, header: ImportHeader, wanted: WantedImport): Promise<ImportSelection> {
  const { release } = await lockImport(session, header.id);
  try {
    await supersede(session, header);
  } finally {
    release();
  }
  return selectImport(wanted, allImports(session.paths));
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
    if (source.savedFor !== null && path === source.path) removeImportFolder(session.paths, source.savedFor);
  };
  return { how, header: { ...header, file: { ...header.file, path } }, release };
}

async function prepareImport(
  host: StartContext,
  source: ImportedFile,
  first: SourceSurvey,
): Promise<ImportHeader | null> {
  const { session, entity } = host;
  const { io, paths } = session;
  const service = await host.service();
  const discovered = await service.fields(io.interrupt);
  const input = host.request.options;
  const chosen = await mapFirstSheet(
    session,
    first,
    input.sheet,
    (sheet) => survey(source.path, source.displayed, { ...input, sheet }),
    (file) => mapFile(session, entity, file, input, discovered),
  );
  const { file: found, mapping: proposed } = chosen;
  const options = chosen.sheet === undefined ? input : { ...input, sheet: chosen.sheet };
  const request = { ...host.request, options };
  await describeFile(session, found, input);
  // Found missing before a person has confirmed anything.
  const list = await wantedList(session, entity, request.options.list, request.createList);
  const mapping =
    request.options.change === undefined
      ? await confirmMapping({ ...host, request }, { ...source, ...found }, proposed, discovered)
      : await confirmChange({ ...host, request }, found, proposed);
  if (mapping === null) return null;
  if (request.saveMapping !== null) {
    const map = mapTexts(mapping, found.header.cells);
    await saveMapping(paths, io, request.saveMapping, {
      entity: entity.kind,
      header: found.header.cells,
      map,
      values: cellValuesOf(mapping),
    });
    await session.print.note(`mapping saved as "${request.saveMapping}"`);
  }
  const target = targetOf(session);
  const at = (path: string | null) => (path === null ? null : namedPath(io, path));
  return {
    version: 1,
    id: newImportId(session, source.savedFor),
    entity: entity.kind,
    file: {
      shown: source.displayed,
      path: source.path,
      bytes: found.bytes,
      sha256: found.sha256,
      records: found.records,
      encoding: found.encoding,
      ...(found.guess && { guess: found.guess }),
    },
    target,
    options: input,
    // Read with the same encoding when it is resumed, whatever is guessed by then.
    plan: buildPlan(
      entity,
      withEncoding(request.options, found),
      mapping,
      await list(),
      host.bounds ?? bulkBounds(host.session, entity),
    ),
    results: at(request.results),
    rejects: at(request.rejects),
    startedAt: io.now(),
    finished: null,
  };
}

const withEncoding = (options: ImportOptions, { guess }: SourceSurvey): ImportOptions =>
  guess === null ? options : { ...options, encoding: guess.encoding };

/** An import that is named is resumed whatever became of others. */
function importsToResume(paths: Paths, id: string | null): readonly ImportHeader[] {
  const { imports } = storedImports(paths);
  return imports.some((header) => header.id === id) ? imports : allImports(paths);
}

async function resume({ session, entity, request }: StartContext): Promise<StartedImport> {
  const { io, paths } = session;
  const input = request.file === null || request.file === '-' ? null : namedPath(io, request.file);
  const id = request.resume === '' ? null : request.resume;
  const header = importToResume(
    id,
    entity.kind,
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
