// What is stored of an import.

import { join } from 'node:path';
import type { EntityName } from '../../../contract/entities.ts';
import { isObject } from '../../../contract/json.ts';
import type { EncodingGuess } from '../../files/csv/decode.ts';
import { datedId } from '../../files/dated-id.ts';
import { namedPath } from '../../files/is-file.ts';
import type { Finished } from '../../files/journal.ts';
import { WorkFolders } from '../../files/work-folders.ts';
import { AtomicFile } from '../../files/write-atomic.ts';
import type { Paths } from '../../session/paths.ts';
import type { Session } from '../../session/session.ts';
import type { Target } from '../../shared/approval.ts';
import { CliError, diskError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
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

/** Beside them, the input where it came from standard input, and the lock of commands that decide which one they resume or start. */
export const importFolders = (paths: Paths) =>
  new WorkFolders<ImportHeader>(join(paths.state, 'imports'), {
    noun: 'import',
    unharmed: 'nothing was sent',
    isHeader,
    damagedHint: (folder) =>
      `restore it from a backup; or check the service, and delete ${folder} or start over with --new: rows that were sent are sent again`,
  });

export const savedStdinFile = (paths: Paths, id: string) => importFolders(paths).file(id, 'input.csv');

/** What an import changes, the list that it creates as well, is one entry of the history, however often it is resumed. */
export function newImportId({ io, history }: Session, savedFor: string | null): string {
  const id = savedFor ?? datedId(io.now(), () => io.random());
  history.entry({ id });
  return id;
}

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
  const folders = importFolders(paths);
  folders.make(id);
  const path = savedStdinFile(paths, id);
  try {
    await saveStdin(io, path);
  } catch (error) {
    folders.remove(id);
    throw error;
  }
  return { displayed: '-', path, savedFor: id };
}
