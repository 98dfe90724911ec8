import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { SavedFilterType } from '../../../contract/finder/enums.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../core/paging.ts';
import { savedFilterPage } from './queries/saved-filters.ts';

/** Saved filters, oldest first. */
export async function listSavedFilters(
  { tx, principal }: Context,
  query: PageRequest & { readonly type?: SavedFilterType | undefined },
): Promise<ReplyOf<Table['savedFilters']['list']>> {
  const { rows, total } = await savedFilterPage(tx, principal.workspaceId, query.type ?? null, windowOf(query));
  const savedFilters = rows.map(({ id, name, type: of, createdAt }) => ({
    id,
    name,
    type: of,
    createdAt: isoTime(createdAt),
  }));
  return { savedFilters, ...pagingOf(query, total) };
}
