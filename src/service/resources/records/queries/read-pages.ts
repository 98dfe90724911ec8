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

/** Lists of which anything is kept, words among them. */
const LISTS_MAX = 200;

/** Of more, the oldest keep only their first page and their total, if they are asked for in fewer characters than this. */
const BYTES_MAX = 16 * 1024 * 1024;
const NAME_MAX = 5_000;

/** What is known of where one page begins. */
const PAGE_BYTES = 50;

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
  makeRoom();
  return kept;
}

/** Oldest first. */
function makeRoom(): void {
  let left = lists.size;
  let bytes = 0;
  for (const [name, list] of lists) bytes += bytesOf(name, list);
  for (const [name, list] of lists) {
    if (left <= LISTS_MAX && bytes <= BYTES_MAX) break;
    bytes -= bytesOf(name, list);
    if (left > LISTS_MAX || name.length > NAME_MAX) {
      lists.delete(name);
      left -= 1;
    }
    list.ids = null;
    list.after.clear();
  }
}

function bytesOf(name: string, { ids, after }: ReadPages): number {
  return 2 * name.length + PAGE_BYTES * after.size + (ids === null || ids === 'everything' ? 0 : ids.bytes);
}

/** The last known beginning of a page at or before the offset: of several servers, each gets some of the pages. */
export function startBefore({ after }: ReadPages, offset: number): { readonly start: number; readonly skip: number } {
  let nearest = 0;
  if (after.has(offset)) nearest = offset;
  else for (const known of after.keys()) if (known < offset && known > nearest) nearest = known;
  return { start: after.get(nearest) ?? 0, skip: offset - nearest };
}
