// Writes a file atomically: readers see the old text or the new one, never a part. Each process writes under a name of its
// own, which no link can stand at.

import { mkdirSync, promises, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskError, UsageError } from '../app/exit.ts';

/** Where text is written before it gets its name. Nothing is imported for it: every command that connects loads this file. */
const partOf = (path: string) => `${path}.${crypto.randomUUID().slice(0, 8)}.part`;

/** Throws UsageError for a directory, and for a device or pipe: the file that takes its place would destroy it. */
export function checkReplaceable(path: string, shown: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  const why = found.isDirectory() ? 'it is a directory' : 'it is not a regular file';
  throw new UsageError(`cannot write ${shown}: ${why}`);
}

/** Replaces the file. `shown`: its name in messages. Throws CliError, and then leaves nothing behind. */
export async function writeWhole(path: string, text: string, shown: string, mode = 0o666): Promise<void> {
  const part = partOf(path);
  try {
    checkReplaceable(path, shown);
    await promises.writeFile(part, text, { mode, flag: 'wx' });
    await promises.rename(part, path);
  } catch (error) {
    await promises.rm(part, { force: true }).catch(() => {});
    if (error instanceof UsageError) throw error;
    throw diskError('write', `cannot write ${shown}`, error);
  }
}

/** The same for files that only their user reads; makes their folder. Throws what the file system throws. */
export function replacePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = partOf(path);
  try {
    writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
