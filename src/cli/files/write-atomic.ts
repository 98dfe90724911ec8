// A text as a file that is there only when it is whole.

import { rename, rm, writeFile } from 'node:fs/promises';
import { UsageError } from '../app/exit.ts';
import { reasonOf } from './read.ts';

/** Replaces what was there. `shown`: as the file was named. Throws UsageError, and leaves nothing behind then. */
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
