// Writes a file atomically: readers see the old text or the new one, never a part.

import { rename, rm, writeFile } from 'node:fs/promises';
import { UsageError } from '../app/exit.ts';
import { reasonOf } from './read.ts';

/** Replaces the file. `shown`: its name in messages. Throws UsageError, and then leaves nothing behind. */
export async function writeWhole(path: string, text: string, shown: string, mode = 0o666): Promise<void> {
  const part = `${path}.part`;
  try {
    await rm(part, { force: true });
    await writeFile(part, text, { mode });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw new UsageError(`cannot write ${shown}: ${reasonOf(error)}`);
  }
}
