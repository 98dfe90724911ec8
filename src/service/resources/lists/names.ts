// Lists by name, without their sizes, which take a while to count: for the pages of the local service.

import type { ListEntity } from '../../../contract/lists/kinds.ts';
import type { Context } from '../../core/context.ts';
import { listPage } from './queries/lists.ts';

interface ListNames {
  readonly lists: readonly { readonly id: number; readonly name: string }[];
  readonly total: number;
}

/** The oldest `limit` lists; `entity` null: of both kinds. */
export async function listNames(
  { tx, principal }: Context,
  entity: ListEntity | null,
  limit: number,
): Promise<ListNames> {
  const { rows, total } = await listPage(tx, principal.workspaceId, { entity, name: null }, { limit, offset: 0 });
  return { lists: rows, total };
}
