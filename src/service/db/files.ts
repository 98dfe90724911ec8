// Files beside a store: permissions, and atomic creation.

import { closeSync, linkSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { StoreDamaged } from '../core/store.ts';

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/**
 * Moves a finished file to its name; throws EEXIST if the name is taken. Uses a link, because a rename would replace the
 * file. On a file system without links, a file created in the meantime is replaced.
 */
export function putNew(unfinished: string, path: string): void {
  try {
    linkSync(unfinished, path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EPERM' && code !== 'ENOTSUP') throw error;
    renameSync(unfinished, path);
  }
}

/** The folder of a store, accessible only to its owner. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** SQLite takes an empty file as a new store, and gives the files it creates beside it the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/**
 * Throws StoreDamaged when the file at `path` is no longer the one that is open now: deleted or replaced, it would take
 * writes that nobody finds again; made shorter, reading it where it is mapped into memory would end the process.
 */
export function fileGuard(path: string): () => void {
  const { ino, dev, size } = statSync(path);
  let least = size;
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found || found.ino !== ino || found.dev !== dev) throw new StoreDamaged(path, 'was deleted or replaced');
    // A store never shrinks.
    if (found.size < least) throw new StoreDamaged(path, 'became shorter while it was open');
    least = found.size;
  };
}

/** An empty file where a store was: SQLite would take it as a new one. `beside`: a file that only a used store has. */
export function assertNotEmptied(path: string, beside: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.size === 0 && statSync(beside, { throwIfNoEntry: false })) throw new StoreDamaged(path, 'is empty');
}
