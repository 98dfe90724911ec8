import type { FolderTree } from '../../../../contract/ai/enums.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { Context } from '../../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../../core/paging.ts';
import { folderCounts, folderPage } from '../queries/folders.ts';
import { assertTree } from './tree.ts';
import { folderView, NO_COUNTS } from './view.ts';

/** The folders of a tree at any depth, oldest first. */
export async function listFolders(
  context: Context,
  tree: FolderTree,
  query: PageRequest,
): Promise<ReplyOf<Table['aiFolders']['list']>> {
  await assertTree(context, tree);
  const { tx, principal } = context;
  const { rows, total } = await folderPage(tx, principal.workspaceId, tree, windowOf(query));
  const counts = await folderCounts(
    tx,
    tree,
    rows.map(({ id }) => id),
  );
  const folders = rows.map((row) => folderView(context, row, counts.get(row.id) ?? NO_COUNTS));
  return { folders, ...pagingOf(query, total) };
}
