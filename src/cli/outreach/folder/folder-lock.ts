// One apply or pull in an outreach folder at a time: each of them reads .reach/PROFILE.json, and writes it again.

import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockedError, withLock } from '../../files/lock.ts';
import type { Io } from '../../terminal/io.ts';
import { isSystemError } from '../../terminal/system-error.ts';
import { displayedPath, LOCK_FOLDER, type OutreachFolder } from './folder.ts';

/** Waits for another process that works in the folder; exit 6 if it does not end. */
export async function aloneInFolder<T>(io: Io, folder: OutreachFolder, work: () => Promise<T>): Promise<T> {
  const isNew = !existsSync(folder.path);
  const inside = join(folder.path, LOCK_FOLDER);
  mkdirSync(inside, { recursive: true });
  try {
    return await withLock(join(inside, 'lock'), io, work, (holder) =>
      lockedError('conflict', `another process works in ${displayedPath(folder, LOCK_FOLDER)}`, holder),
    );
  } finally {
    removeIfEmpty(inside);
    if (isNew) removeIfEmpty(folder.path);
  }
}

/** Nothing was written: the folders made for the lock go. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}
