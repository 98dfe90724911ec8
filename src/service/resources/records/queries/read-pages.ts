// What was found out for the pages of a list that is read to its end: whoever exports asks for the same again and again. Valid
// while no one has written to the workspace; of a word, what has changed since may be put right (words.ts).

import type { IdSet } from '../../../core/id-set.ts';
import type { Query, Tx } from '../../../core/store.ts';

export interface ReadPages {
  /** Of the workspace, when this was found out. */
  readonly version: string;
  total: number | null;
  /** Where a page begins, by its offset: after this id. */
  readonly after: Map<number, number>;
  /** The first page: whoever looks again sees it most often. */
  first: FirstPage | null;
  /** Of a search: all that match; `everything` if it leaves nothing out. */
  ids: IdSet | 'everything' | null;
}

interface FirstPage {
  readonly limit: number;
  readonly ids: number[];
  readonly total: number;
}

/** Lists that are kept whole, words among them, and those whose first page and total are. */
const LISTS_MAX = 16;
const FIRST_PAGES_MAX = 200;

/** Characters of the values of a list that is not kept whole: a filter may be megabytes long. */
const VALUES_MAX = 5_000;

const lists = new Map<string, ReadPages>();

/** Of this query with these values; empty if anything was written since, or if it was not asked for lately. */
export async function readPages(tx: Tx, workspaceId: number, query: Query): Promise<ReadPages> {
  return readPagesOf(await tx.version(workspaceId), workspaceId, query);
}

const nameOf = (workspaceId: number, { sql, values }: Query): string =>
  `${workspaceId} ${sql} ${JSON.stringify(values)}`;

/** Whatever version it is of; null if it was not asked for lately. */
export function lastReadPages(workspaceId: number, query: Query): ReadPages | null {
  return lists.get(nameOf(workspaceId, query)) ?? null;
}

/** The same as `readPages`, by the version of the workspace that the transaction sees. */
export function readPagesOf(version: string, workspaceId: number, query: Query): ReadPages {
  const name = nameOf(workspaceId, query);
  const known = lists.get(name);
  lists.delete(name);
  const kept = known?.version === version ? known : { version, total: null, after: new Map(), first: null, ids: null };
  lists.set(name, kept);
  let left = lists.size;
  for (const [oldest, list] of lists) {
    if (left <= LISTS_MAX) break;
    if (left > FIRST_PAGES_MAX || oldest.length > VALUES_MAX) lists.delete(oldest);
    list.ids = null;
    list.after.clear();
    left -= 1;
  }
  return kept;
}

/** The last known beginning of a page at or before the offset: of several servers, each gets some of the pages. */
export function startBefore({ after }: ReadPages, offset: number): { readonly start: number; readonly skip: number } {
  let nearest = 0;
  if (after.has(offset)) nearest = offset;
  else for (const known of after.keys()) if (known < offset && known > nearest) nearest = known;
  return { start: after.get(nearest) ?? 0, skip: offset - nearest };
}
