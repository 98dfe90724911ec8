import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { tagsOf } from './queries/tags.ts';
import { tagView } from './tag-view.ts';

/** Tags by name. `name` is exact. */
export async function listTags(
  { tx, principal }: Context,
  { page, pageSize, name }: { page: number; pageSize: number; name?: string | undefined },
): Promise<ReplyOf<Table['inbox']['tags']>> {
  const all = await tagsOf(tx, principal.workspaceId, name ?? null);
  const tags = all.slice((page - 1) * pageSize, page * pageSize).map(tagView);
  return { tags, page, pageSize, total: all.length, hasNextPage: page * pageSize < all.length };
}
