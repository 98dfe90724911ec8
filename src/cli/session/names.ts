// Names that lists have shown, kept for the completion of the next command line. Only a cache: stale, and never waited for.

import { append } from '../../contract/append.ts';
import { getOwn } from '../../contract/json.ts';
import { KIND_OF_PATH, NAME_KINDS, type NameKind } from './name-kinds.ts';
import { type CacheContext, profileCache } from './profile-cache.ts';

/** Names of a kind that are kept, the newest first. */
const MOST = 1000;

/** What came from a path of the interface. */
export interface Seen {
  readonly profile: string;
  readonly path: string;
  readonly data: unknown;
}

/** One name a line, shown by the shell as it is: none with controls or marks that are not seen, none read as an option. */
export const isOffered = (name: string): boolean =>
  // Most names, without the classes of Unicode, which take a millisecond to build.
  /^[!-,.-~][ -~]{0,199}$/.test(name) || /^(?!-)[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(name);

/** The names of a kind that the cache holds for a profile. */
export const knownNames = (context: CacheContext, profile: string, kind: NameKind): readonly string[] =>
  profileCache(context, profile).read(`names-${kind}`)?.value.filter(isOffered) ?? [];

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

/** Keeps the names of what was seen. Never throws, and waits for no other command: one that runs at once may win. */
export function rememberNames(context: CacheContext, seen: readonly Seen[]): void {
  const fresh = new Map<string, { profile: string; kind: NameKind; names: string[] }>();
  for (const { profile, path, data } of seen) {
    const kind = getOwn(KIND_OF_PATH, path);
    if (kind === undefined) continue;
    const entry = fresh.get(`${profile} ${kind}`) ?? { profile, kind, names: [] };
    append(entry.names, recordsIn(data).flatMap(nameOf));
    fresh.set(`${profile} ${kind}`, entry);
  }
  for (const { profile, kind, names } of fresh.values()) {
    const before = knownNames(context, profile, kind);
    const all = [...new Set([...names, ...before])].slice(0, MOST);
    const isSame = all.length === before.length && all.every((name, index) => name === before[index]);
    if (!isSame) profileCache(context, profile).write(`names-${kind}`, all);
  }
}

export const isNameKind = (text: string): text is NameKind => NAME_KINDS.some((kind) => kind === text);
