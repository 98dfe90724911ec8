import type { FolderTree } from '../../../../contract/ai/enums.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { Context } from '../../../core/context.ts';
import { deleteFolder as dropFolder } from '../queries/folders.ts';
import { folderOf } from './tree.ts';

/** Items and folders in it move to its parent. Throws Refusal as `getFolder` does. */
export async function deleteFolder(
  context: Context,
  tree: FolderTree,
  id: number,
): Promise<ReplyOf<Table['aiFolders']['delete']>> {
  const folder = await folderOf(context, tree, id);
  return { id, deleted: true, ...(await dropFolder(context.tx, folder)) };
}
