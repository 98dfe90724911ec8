import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { listPage, listSizes } from './queries/lists.ts';
import { listView } from './view.ts';

interface ListsQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly entity?: ListEntity | undefined;
  /** Exact. */
  readonly name?: string | undefined;
}

/** Lists, oldest first. */
export async function listLists(context: Context, query: ListsQuery): Promise<ReplyOf<Table['lists']['list']>> {
  const { tx, principal } = context;
  const { page, pageSize } = query;
  const filter = { entity: query.entity ?? null, name: query.name?.trim() ?? null };
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await listPage(tx, principal.workspaceId, filter, window);
  const sizes = await listSizes(
    tx,
    rows.map(({ id }) => id),
  );
  const lists = rows.map((row) => listView(context, row, sizes.get(row.id) ?? 0));
  return { lists, page, pageSize, total, hasNextPage: page * pageSize < total };
}
