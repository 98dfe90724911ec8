// Files that are on the disk once they are written: what a power cut leaves is the old text or the new one.

import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../terminal/exit.ts';
import { AtomicFile } from './write-atomic.ts';

/** Replaces a file that only its user reads, and makes its folder. Throws what the file system throws. */
export async function writeDurably(path: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const folder = dirname(path);
  let file: AtomicFile | null = null;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    file = await AtomicFile.create(path, path);
    for await (const piece of pieces) await file.write(piece);
    await file.finish({ isDurable: true });
  } catch (error) {
    await file?.drop();
    throw error instanceof CliError && error.cause !== undefined ? error.cause : error;
  }
  await syncFolder(folder);
}

/** A folder takes the place of another one, which is deleted before. */
export async function replaceFolder(path: string, place: string): Promise<void> {
  await rm(place, { recursive: true, force: true });
  await rename(path, place);
  await syncFolder(dirname(place));
}

export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there a rename is on the disk with the file.
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } catch {
    // Some file systems do not sync folders: what they lose with the power is a file that nothing counted on yet.
  } finally {
    await handle.close();
  }
}
