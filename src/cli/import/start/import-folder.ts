// Where imports are stored: a folder each, with the plan (import.json), the journal (journal.ndjson), a lock, and the input
// if it came from standard input.

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityName } from '../../../contract/entities.ts';
import { isObject } from '../../../contract/json.ts';
import { keptText } from '../../files/bounded-read.ts';
import type { EncodingGuess } from '../../files/csv/decode.ts';
import { datedId, isDatedId } from '../../files/dated-id.ts';
import { syncFolder, writeDurably } from '../../files/durable.ts';
import { namedPath } from '../../files/is-file.ts';
import type { Finished } from '../../files/journal.ts';
import { AtomicFile } from '../../files/write-atomic.ts';
import type { Paths } from '../../session/paths.ts';
import type { Session } from '../../session/session.ts';
import type { Target } from '../../shared/approval.ts';
import { CliError, diskError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { isSystemError } from '../../terminal/system-error.ts';
import type { ImportOptions, ImportPlan } from '../mapping/plan.ts';
import type { ClockLag } from '../recover/record-clock.ts';

export interface ImportHeader {
  readonly version: 1;
  readonly id: string;
  readonly entity: EntityName;
  readonly file: {
    /** As the user named it; `-` for standard input. */
    readonly shown: string;
    /** Where it is read from. */
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly records: number;
    readonly encoding: string;
    /** Where it was guessed. */
    readonly guess?: EncodingGuess;
  };
  readonly target: Target;
  readonly options: ImportOptions;
  readonly plan: ImportPlan;
  readonly results: string | null;
  readonly rejects: string | null;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly finished: Finished | null;
  /** Since when, by the service's clock, an import that this one supersedes may have created records of its rows. */
  readonly supersededSince?: number;
  /** What was learned of the service's clock. */
  readonly clockLag?: ClockLag | null;
}

export const importsFolder = (paths: Paths) => join(paths.state, 'imports');
const importFolder = (paths: Paths, id: string) => join(importsFolder(paths), id);
export const journalFile = (paths: Paths, id: string) => join(importFolder(paths, id), 'journal.ndjson');
export const lockFile = (paths: Paths, id: string) => join(importFolder(paths, id), 'lock');
export const savedStdinFile = (paths: Paths, id: string) => join(importFolder(paths, id), 'input.csv');
/** Held while a command decides which import it resumes or starts. */
export const decisionLockFile = (paths: Paths) => join(importsFolder(paths), 'lock');
const headerFile = (paths: Paths, id: string) => join(importFolder(paths, id), 'import.json');

/** What an import changes, the list that it creates as well, is one entry of the history, however often it is resumed. */
export function newImportId({ io, history }: Session, savedFor: string | null): string {
  const id = savedFor ?? datedId(io.now(), () => io.random());
  history.entry({ id });
  return id;
}

/** The state folder cannot be written. */
export function cannotSaveState(folder: string, error: unknown): CliError {
  const hint = 'free some space or make the folder writable, or set REACH_HOME to another one; nothing was sent';
  return diskError('state', `cannot save the state of an import in ${folder}`, error, hint);
}

export function makeImportFolder(paths: Paths, id: string): void {
  try {
    mkdirSync(importFolder(paths, id), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw cannotSaveState(importsFolder(paths), error);
  }
}

export function removeImportFolder(paths: Paths, id: string): void {
  rmSync(importFolder(paths, id), { recursive: true, force: true });
}

/** Writes import.json atomically and durably. */
export async function writeHeader(paths: Paths, header: ImportHeader): Promise<void> {
  const folder = importFolder(paths, header.id);
  try {
    await writeDurably(headerFile(paths, header.id), [`${JSON.stringify(header)}\n`]);
    await syncFolder(importsFolder(paths));
  } catch (error) {
    throw cannotSaveState(folder, error);
  }
}

/** An import; null if it was never started. Throws for an import.json that cannot be read. */
function readHeader(paths: Paths, id: string): ImportHeader | null {
  // Nothing is sent before there is a journal, and there is none before import.json.
  if (!existsSync(headerFile(paths, id)) && !existsSync(journalFile(paths, id))) return null;
  const value: unknown = JSON.parse(keptText(headerFile(paths, id)) ?? '');
  if (!isHeader(value)) throw new TypeError('not the header of an import');
  return value;
}

interface StoredImports {
  /** Oldest first. */
  readonly imports: readonly ImportHeader[];
  /** Folders of imports whose import.json cannot be read: they may be of any file. */
  readonly unreadable: readonly string[];
}

export function storedImports(paths: Paths): StoredImports {
  const folder = importsFolder(paths);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return { imports: [], unreadable: [] };
    throw diskError('state', `cannot read ${folder}`, error);
  }
  const imports: ImportHeader[] = [];
  const unreadable: string[] = [];
  for (const id of names.filter(isDatedId)) {
    try {
      const header = readHeader(paths, id);
      if (header !== null) imports.push(header);
    } catch {
      unreadable.push(importFolder(paths, id));
    }
  }
  return { imports: imports.toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1)), unreadable };
}

/** All imports, oldest first. Throws if one of them cannot be read: it may be the one that is looked for. */
export function allImports(paths: Paths): readonly ImportHeader[] {
  const { imports, unreadable } = storedImports(paths);
  const [folder] = unreadable;
  if (folder === undefined) return imports;
  throw new CliError('later', 'import_damaged', `the state of an earlier import is damaged: ${folder}/import.json`, {
    hint: `restore it from a backup; or check the service, and delete ${folder} or start over with --new: rows that were sent are sent again`,
  });
}

/** Whether it is what `writeHeader` wrote: another version's is not. */
function isHeader(value: unknown): value is ImportHeader {
  if (!isObject(value) || value['version'] !== 1) return false;
  const { id, entity, file, target, options, plan, startedAt } = value;
  return (
    typeof id === 'string' &&
    (entity === 'CONTACT' || entity === 'COMPANY') &&
    isObject(file) &&
    typeof file['sha256'] === 'string' &&
    isObject(target) &&
    isObject(options) &&
    isObject(plan) &&
    Array.isArray(plan['columns']) &&
    typeof startedAt === 'number'
  );
}

// Standard input, saved before it is imported: a pipe cannot be read twice, and a resumed import reads its input again.

/** Copies all of standard input to a file that only its owner can read. */
export async function saveStdin(io: Io, path: string): Promise<void> {
  if (io.stdin.isTTY) await io.stderr.write('reading standard input; end it with Ctrl-D\n');
  const hint = 'free some space, or pass the input as a file; nothing was sent';
  let file: AtomicFile | null = null;
  try {
    file = await AtomicFile.create(path, path);
    for await (const part of io.stdin.bytes()) {
      io.interrupt.throwIfAborted();
      await file.write(part);
    }
    await file.finish();
  } catch (error) {
    await file?.drop();
    io.interrupt.throwIfAborted();
    const cause = error instanceof CliError ? error.cause : error;
    throw diskError('state', `cannot save standard input to ${path}`, cause, hint);
  }
}

export interface ImportedFile {
  readonly displayed: string;
  readonly path: string;
  /** The import whose folder holds what came from standard input; null for a file. */
  readonly savedFor: string | null;
}

export async function sourceOf(session: Session, file: string): Promise<ImportedFile> {
  const { io, paths } = session;
  if (file !== '-') return { displayed: file, path: namedPath(io, file), savedFor: null };
  const id = datedId(io.now(), () => io.random());
  makeImportFolder(paths, id);
  const path = savedStdinFile(paths, id);
  try {
    await saveStdin(io, path);
  } catch (error) {
    removeImportFolder(paths, id);
    throw error;
  }
  return { displayed: '-', path, savedFor: id };
}
