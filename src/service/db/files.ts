// What the files beside a store have in common: who may read them, and how they get their name.

import { closeSync, linkSync, mkdirSync, openSync, renameSync } from 'node:fs';

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/**
 * Moves a finished file to its name unless something is there: then that stays, and this throws EEXIST. A link and not
 * a rename, which would replace; where the file system has no links, what came in between is lost.
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

/** The folder of a store: only its owner may look inside. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** An empty file is a new store to SQLite, and the files it adds beside take over its mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}
