// Files that are on the disk once they are written: what a power cut leaves is the old text or the new one.

import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file that only its user reads, and makes its folder. Throws what the file system throws. */
export async function writeDurably(path: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const folder = dirname(path);
  const part = `${path}.part`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    // Left behind by a process that was killed. A new file is made, so that no link is written through.
    await rm(part, { force: true });
    const handle = await open(part, 'wx', 0o600);
    try {
      for await (const piece of pieces) await handle.appendFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
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
