// Puts another store in the place of one that cannot be opened. Nothing of the damaged one is deleted.

import { renameSync, rmSync, statSync } from 'node:fs';
import { quietly, type Tx } from '../core/store.ts';
import { openStore } from './connection.ts';
import { makePrivateFile } from './files.ts';

/** A store in use consists of these. */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * Makes a store of the snapshot beside the damaged one, moves that away, and puts the new one in its place. `unique`
 * distinguishes unfinished files and what was moved away. Returns where the damaged one is now, or null if there was none.
 * Throws StoreRefused and file system errors; then nothing has changed.
 */
export async function replaceStore(
  path: string,
  snapshot: string,
  nodeMajor: number,
  unique: string,
  finish: (tx: Tx) => Promise<void>,
): Promise<string | null> {
  const fresh = `${path}.${unique}`;
  try {
    makePrivateFile(fresh);
    const store = await openStore(fresh, nodeMajor);
    try {
      await store.restore(snapshot, finish);
      // Only the file itself is put in place, without its log.
      await store.exec('pragma wal_checkpoint(truncate)');
    } finally {
      await store.close();
    }
    const away = `${path}.damaged-${unique}`;
    const moved = SUFFIXES.filter((suffix) => move(`${path}${suffix}`, `${away}${suffix}`));
    renameSync(fresh, path);
    return moved.length === 0 ? null : away;
  } finally {
    for (const suffix of SUFFIXES) quietly(() => rmSync(`${fresh}${suffix}`, { force: true }));
  }
}

function move(from: string, to: string): boolean {
  if (!statSync(from, { throwIfNoEntry: false })) return false;
  renameSync(from, to);
  return true;
}
