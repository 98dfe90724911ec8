// Files beside a store: permissions, and atomic creation.

import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SecretName, Secrets } from '../core/operator.ts';
import { quietly, StoreDamaged, StoreRefused } from '../core/store.ts';

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

/** More than a request log ever holds, which is the largest of them. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The text of a file beside the store, null where there is none. Throws StoreRefused for what was put in its place. */
export function textBeside(path: string): string | null {
  return isBeside(path) ? readFileSync(path, 'utf8') : null;
}

function isBeside(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isFile())
    throw new StoreRefused(`${path} is ${found.isDirectory() ? 'a directory' : 'not a regular file'}`);
  if (found.size > MOST_BYTES) throw new StoreRefused(`${path} is larger than ${MOST_BYTES / 1024 / 1024} MB`);
  return true;
}

/** The folder of a store, accessible only to its owner. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** SQLite takes an empty file as a new store, and gives the files it creates beside it the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/** The store, its log, and the index of the log: what is in the last two is not yet in the first. */
const PARTS = ['', '-wal', '-shm'];

/**
 * Throws StoreDamaged when the files of a store are no longer those that are open now: deleted or replaced, they would take
 * writes that no one finds again; made shorter, they lack what they had.
 */
export function fileGuard(path: string): () => void {
  const guards = PARTS.map((part) => partGuard(path, part));
  return () => {
    for (const guard of guards) guard();
  };
}

/** The index of the log is made again from the log; and it is mapped, so that what was cut off must not be touched. */
const INDEX = '-shm';

function partGuard(path: string, part: string): () => void {
  const damaged = (what: string) =>
    part === INDEX
      ? new StoreDamaged(path, `has lost ${path}${part}, which ${what}`, true)
      : new StoreDamaged(path, what);
  let known = statSync(path + part, { throwIfNoEntry: false });
  return () => {
    const found = statSync(path + part, { throwIfNoEntry: false });
    // The log and its index are made by the first transaction, and stay until the last connection is closed.
    if (known !== undefined && (found === undefined || found.ino !== known.ino || found.dev !== known.dev))
      throw damaged('was deleted or replaced');
    // A log starts again at its beginning; nothing else ever shrinks.
    if (part !== '-wal' && known !== undefined && found !== undefined && found.size < known.size)
      throw damaged('became shorter while it was open');
    known = found;
  };
}

/**
 * Whether the file is a store that was used: `beside` is a file that only such a one has. Throws StoreDamaged where there
 * is an empty file instead: SQLite would begin a new one.
 */
export function isUsedStore(path: string, beside: string): boolean {
  if (!statSync(beside, { throwIfNoEntry: false })) return false;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.size === 0) throw new StoreDamaged(path, 'is empty');
  return found !== undefined;
}

// The operator's secrets and the encryption key, in files beside the store so that a later start finds them; in memory if
// there is no folder.

export function secretsInMemory(): Secrets {
  const stored = new Map<SecretName, string>();
  return {
    read: async (name) => stored.get(name) ?? null,
    write: async (name, value) => void stored.set(name, value),
    writeOnce: async (name, value) => {
      if (!stored.has(name)) stored.set(name, value);
      return stored.get(name) ?? value;
    },
  };
}

/** `unique` distinguishes the unfinished files of several processes. */
export function secretsIn(folder: string, unique: string): Secrets {
  const read = (name: SecretName): string | null => textBeside(join(folder, name))?.trim() || null;
  const viaUnfinished = (name: SecretName, value: string, put: (from: string, to: string) => void): void => {
    const unfinished = join(folder, `${name}.${unique}`);
    try {
      writeFileSync(unfinished, `${value}\n`, { mode: 0o600 });
      put(unfinished, join(folder, name));
    } finally {
      quietly(() => rmSync(unfinished, { force: true }));
    }
  };
  return {
    read: async (name) => read(name),
    write: async (name, value) => viaUnfinished(name, value, renameSync),
    writeOnce: async (name, value) => {
      const stored = read(name);
      if (stored !== null) return stored;
      try {
        viaUnfinished(name, value, putNew);
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
      return read(name) ?? value;
    },
  };
}
