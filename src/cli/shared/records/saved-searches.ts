// Searches kept under a name, on this machine or in the outreach folder here: what `--search NAME` stands for.

import { join } from 'node:path';
import { type JsonObject, objectIn } from '../../../contract/json.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { keptEntries } from '../../files/bounded-read.ts';
import { foundFolder } from '../../files/is-file.ts';
import type { LockIo } from '../../files/lock.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import type { Paths } from '../../session/paths.ts';
import type { Session } from '../../session/session.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { filled } from '../../terminal/settings.ts';

export interface SavedSearch {
  readonly of: 'contacts' | 'companies';
  readonly text?: string | undefined;
  readonly list?: string | undefined;
  readonly where: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The file of an outreach folder that says it; none for one of this machine. */
  readonly from?: string;
}

/** Saved searches, by name; `problem`: why one of a folder cannot be used. */
type KnownSearches = ReadonlyMap<string, SavedSearch & { readonly problem?: string | undefined }>;

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const searchOf = (value: JsonObject): SavedSearch => ({
  of: value['of'] === 'companies' ? 'companies' : 'contacts',
  text: textOf(value['text']),
  list: textOf(value['list']),
  where: textsOf(value['where']),
  include: textsOf(value['include']),
  exclude: textsOf(value['exclude']),
});

const searchesFile = (paths: Paths) => join(paths.config, 'searches.json');

const readSearches = (paths: Paths) => keptEntries(searchesFile(paths), 'saved searches', searchOf);

function missing(name: string, names: readonly string[]): CliError {
  return new CliError('notFound', 'not_found', `there is no saved search "${name}"${didYouMean(name, names)}`, {
    hint: names.length === 0 ? 'save one: reach search save NAME --where …' : `saved searches: ${names.join(', ')}`,
  });
}

/** The outreach folder here; none where its files may not be read. */
function folderHere(io: Io): string | undefined {
  try {
    return foundFolder(io);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Those of the outreach folder here, then those of this machine that it has no other of. */
export async function knownSearches({ io, paths }: { readonly io: Io; readonly paths: Paths }): Promise<KnownSearches> {
  const folder = folderHere(io);
  if (folder === undefined) return readSearches(paths);
  const { folderSearches } = await import('./search-files.ts');
  const files = await folderSearches(io, folder);
  const shared = files.map(({ search, body, name, problems: [first] }) => {
    const saved = { ...searchOf(objectIn(body)), from: name };
    return [search, { ...saved, problem: first?.message }] as const;
  });
  return new Map([...readSearches(paths), ...shared]);
}

/** Throws CliError (exit 5) for an unknown name, UsageError for a search of the other kind of record. */
export async function savedSearch(session: Session, name: string, of: SavedSearch['of']): Promise<SavedSearch> {
  const known = await knownSearches(session);
  const found = known.get(filled(name, '--search'));
  if (found === undefined) throw missing(name, [...known.keys()]);
  if (found.problem !== undefined)
    throw new UsageError(`--search ${name}: ${found.from}: ${found.problem}`, {
      hint: 'reach lint names every problem',
    });
  if (found.of !== of) throw new UsageError(`--search ${name}: it is a search of ${found.of}, not of ${of}`);
  if (found.from !== undefined && readSearches(session.paths).has(name))
    await session.print.warn(`--search ${name} is that of ${found.from}, not the one saved on this machine`);
  return found;
}

async function changeSearches<T>(paths: Paths, io: LockIo, change: (kept: Map<string, SavedSearch>) => T): Promise<T> {
  // Late: locks need node:crypto, which takes milliseconds to load, and every command on contacts comes through here.
  const { withLock } = await import('../../files/lock.ts');
  return withLock(join(paths.config, 'searches.lock'), io, async () => {
    const kept = readSearches(paths);
    const changed = change(kept);
    replacePrivateFile(searchesFile(paths), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
    return changed;
  });
}

/** Keeps a search; gives the one of the same name that it replaces. */
export const saveSearch = (paths: Paths, io: LockIo, name: string, search: SavedSearch) =>
  changeSearches(paths, io, (kept) => {
    const replaced = kept.get(name);
    kept.set(name, search);
    return replaced;
  });

/** Throws CliError (exit 5) for an unknown name. */
export const removeSearch = (paths: Paths, io: LockIo, name: string): Promise<void> =>
  changeSearches(paths, io, (kept) => {
    if (!kept.delete(name)) throw missing(name, [...kept.keys()]);
  });
