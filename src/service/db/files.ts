// Files beside a store: permissions, and atomic creation.

import { closeSync, linkSync, mkdirSync, openSync, renameSync } from 'node:fs';

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
