// Searches kept under a name on this machine: what `--search NAME` stands for.

import { join } from 'node:path';
import { isObject } from '../../../contract/json.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { keptText } from '../../files/bounded-read.ts';
import type { LockIo } from '../../files/lock.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import type { Paths } from '../../session/paths.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { filled } from '../../terminal/settings.ts';

export interface SavedSearch {
  readonly of: 'contacts' | 'companies';
  readonly text?: string | undefined;
  readonly list?: string | undefined;
  readonly where: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const searchesFile = (paths: Paths) => join(paths.config, 'searches.json');

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Throws UsageError for a file that cannot be read. */
export function readSearches(paths: Paths): Map<string, SavedSearch> {
  const path = searchesFile(paths);
  const text = keptText(path);
  if (text === null) return new Map();
  try {
    const kept = new Map<string, SavedSearch>();
    for (const [name, value] of Object.entries(JSON.parse(text) as object)) {
      if (!isObject(value)) continue;
      kept.set(name, {
        of: value['of'] === 'companies' ? 'companies' : 'contacts',
        text: textOf(value['text']),
        list: textOf(value['list']),
        where: textsOf(value['where']),
        include: textsOf(value['include']),
        exclude: textsOf(value['exclude']),
      });
    }
    return kept;
  } catch {
    throw new UsageError(`cannot read ${path}: it is not JSON`, {
      hint: 'repair or delete it; it holds the saved searches',
    });
  }
}

function missing(name: string, names: readonly string[]): CliError {
  return new CliError('notFound', 'not_found', `there is no saved search "${name}"${didYouMean(name, names)}`, {
    hint: names.length === 0 ? 'save one: reach search save NAME --where …' : `saved searches: ${names.join(', ')}`,
  });
}

/** Throws CliError (exit 5) for an unknown name, UsageError for a search of the other kind of record. */
export function savedSearch(paths: Paths, name: string, of: SavedSearch['of']): SavedSearch {
  const kept = readSearches(paths);
  const found = kept.get(filled(name, '--search'));
  if (found === undefined) throw missing(name, [...kept.keys()]);
  if (found.of !== of) throw new UsageError(`--search ${name}: it is a search of ${found.of}, not of ${of}`);
  return found;
}

/** Throws UsageError for a name that cannot be given on a command line without quotes. */
export function checkSearchName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(name)) return;
  throw new UsageError(`"${name}" cannot be the name of a search`, {
    hint: 'use letters, digits, . _ and -, 60 at most',
  });
}

async function changeSearches(paths: Paths, io: LockIo, change: (kept: Map<string, SavedSearch>) => void) {
  // Late: locks need node:crypto, which takes milliseconds to load, and every command on contacts comes through here.
  const { withLock } = await import('../../files/lock.ts');
  await withLock(join(paths.config, 'searches.lock'), io, async () => {
    const kept = readSearches(paths);
    change(kept);
    replacePrivateFile(searchesFile(paths), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
  });
}

/** Keeps a search; one of the same name is replaced. */
export const saveSearch = (paths: Paths, io: LockIo, name: string, search: SavedSearch): Promise<void> =>
  changeSearches(paths, io, (kept) => void kept.set(name, search));

/** Throws CliError (exit 5) for an unknown name. */
export const removeSearch = (paths: Paths, io: LockIo, name: string): Promise<void> =>
  changeSearches(paths, io, (kept) => {
    if (!kept.delete(name)) throw missing(name, [...kept.keys()]);
  });
