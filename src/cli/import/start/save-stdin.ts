// Standard input, saved before it is imported: a pipe cannot be read twice, and a resumed import reads its input again.

import { datedId } from '../../files/dated-id.ts';
import { namedPath } from '../../files/is-file.ts';
import { AtomicFile } from '../../files/write-atomic.ts';
import type { Session } from '../../session/session.ts';
import { CliError, diskError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { makeImportFolder, removeImportFolder, savedStdinFile } from './import-folder.ts';

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
