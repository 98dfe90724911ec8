// Saved searches of the workspace (SERVICE-API, Actions: `savedFilterId`).

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { SavedFilterType } from '../../../contract/finder/enums.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { savedFilterPage } from './queries/saved-filters.ts';

/** Saved filters, oldest first. */
export async function findSavedFilters(
  { tx, principal }: Context,
  { page, pageSize, type }: { page: number; pageSize: number; type?: SavedFilterType | undefined },
): Promise<ReplyOf<Table['savedFilters']['list']>> {
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await savedFilterPage(tx, principal.workspaceId, type ?? null, window);
  const savedFilters = rows.map(({ id, name, type: of, createdAt }) => ({
    id,
    name,
    type: of,
    createdAt: isoTime(createdAt),
  }));
  return { savedFilters, page, pageSize, total, hasNextPage: page * pageSize < total };
}
