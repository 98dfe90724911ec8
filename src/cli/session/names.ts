// Names that lists have shown, kept for the completion of the next command line. Only a cache: stale, and never waited for.

import { join } from 'node:path';
import { own } from '../../contract/dictionary.ts';
import { keptText } from '../files/bounded-read.ts';
import type { LockIo } from '../files/lock.ts';
import { replacePrivateFile } from '../files/write-atomic.ts';
import { NAME_KINDS, type NameKind } from './name-kinds.ts';
import { KIND_OF_PATH } from './named-paths.ts';
import type { Paths } from './paths.ts';

/** Names of a kind that are kept, the newest first. */
const MOST = 1000;

/** What came from a path of the interface. */
export interface Seen {
  readonly profile: string;
  readonly path: string;
  readonly data: unknown;
}

const fileOf = (paths: Paths, profile: string, kind: NameKind) => join(paths.cache, 'names', profile, `${kind}.txt`);

/** One name a line, shown by the shell as it is: none with controls or marks that are not seen, none read as an option. */
export const isOffered = (name: string): boolean =>
  // Most names, without the classes of Unicode, which take a millisecond to build.
  /^[!-,.-~][ -~]{0,199}$/.test(name) || /^(?!-)[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(name);

function readNames(paths: Paths, profile: string, kind: NameKind): string[] {
  try {
    return (keptText(fileOf(paths, profile, kind)) ?? '').split('\n').filter(isOffered);
  } catch {
    return [];
  }
}

function nameOf(record: unknown): string[] {
  if (typeof record !== 'object' || record === null || !('name' in record)) return [];
  return typeof record.name === 'string' && isOffered(record.name) ? [record.name] : [];
}

/** Of a page its records; a record that has a name is one itself, whatever lists it holds. */
function recordsIn(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  if (typeof data !== 'object' || data === null) return [];
  if (nameOf(data).length > 0) return [data];
  return Object.values(data).find(Array.isArray) ?? [data];
}

/** How long a command waits for others that keep names; then what it saw is not kept. */
const PATIENCE_MS = 2_000;

/** Keeps the names of what was seen. Never throws: a full disk must not fail a command for the sake of its completion. */
export async function rememberNames(io: LockIo, paths: Paths, seen: readonly Seen[]): Promise<void> {
  const fresh = new Map<string, { profile: string; kind: NameKind; names: string[] }>();
  for (const { profile, path, data } of seen) {
    const kind = own(KIND_OF_PATH, path);
    if (kind === undefined) continue;
    const entry = fresh.get(`${profile} ${kind}`) ?? { profile, kind, names: [] };
    entry.names.push(...recordsIn(data).flatMap(nameOf));
    fresh.set(`${profile} ${kind}`, entry);
  }
  const changed = () =>
    [...fresh.values()].flatMap(({ profile, kind, names }) => {
      const before = readNames(paths, profile, kind);
      const all = [...new Set([...names, ...before])].slice(0, MOST).join('\n');
      return all === before.join('\n') ? [] : [{ file: fileOf(paths, profile, kind), text: `${all}\n` }];
    });
  if (changed().length === 0) return;
  try {
    const { takeLock } = await import('../files/lock.ts');
    const lock = await takeLock(join(paths.cache, 'names.lock'), io, PATIENCE_MS);
    if (!('release' in lock)) return;
    try {
      for (const { file, text } of changed()) replacePrivateFile(file, text);
    } finally {
      lock.release();
    }
  } catch {
    // A disk that is full or read-only, or an interrupt.
  }
}

export const isNameKind = (text: string): text is NameKind => NAME_KINDS.some((kind) => kind === text);

/** The names of a kind that the cache holds for a profile. */
export const knownNames = readNames;
