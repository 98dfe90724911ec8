// What was found out for the pages of a list that is read to its end: whoever exports asks for the same again and again. Valid
// while no one has written to the workspace.

import type { SqlValue, Tx } from '../../../core/store.ts';
import type { SearchedWords } from './words.ts';

export interface ReadPages {
  total: number | null;
  /** Before someone wrote to the workspace, if it was asked for then. */
  readonly totalBefore: number | null;
  /** Where a page begins, by its offset: after this id. */
  readonly after: Map<number, number>;
  /** The first page: whoever looks again sees it most often. */
  first: FirstPage | null;
  /** Its words, by how many have them; null if they leave nothing out, undefined if that was not asked. */
  words?: SearchedWords | null;
  /** Every id, lowest first, if it was worth reading them. */
  ids: Float64Array | null;
}

interface FirstPage {
  readonly limit: number;
  readonly ids: number[];
  readonly total: number;
}

interface SavedPages extends ReadPages {
  readonly version: string;
}

/** Lists that are kept whole, and those whose first page and total are. */
const LISTS_MAX = 8;
const FIRST_PAGES_MAX = 100;

/** Characters of the values of a list that is not kept whole: a filter may be megabytes long. */
const VALUES_MAX = 5_000;

/** Ids that are kept of one list: a few megabytes. */
export const IDS_MAX = 200_000;

const lists = new Map<string, SavedPages>();

/** Of this query with these values; empty if anything was written since, or if it was not asked for lately. */
export async function readPages(
  tx: Tx,
  workspaceId: number,
  { sql, values }: { readonly sql: string; readonly values: readonly SqlValue[] },
): Promise<ReadPages> {
  const version = await tx.version(workspaceId);
  const name = `${workspaceId} ${sql} ${JSON.stringify(values)}`;
  const known = lists.get(name);
  lists.delete(name);
  const totalBefore = known?.total ?? known?.totalBefore ?? null;
  const fresh = { total: null, totalBefore, after: new Map(), first: null, ids: null };
  const kept = known?.version === version ? known : { ...fresh, version };
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
