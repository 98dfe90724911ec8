// A folder by its id alone: for the pages of the local service.

import { FOLDER_TREES, type FolderTree } from '../../../../contract/ai/enums.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { folderById } from '../queries/folders.ts';
import { detailOf } from './get.ts';
import { assertTree } from './tree.ts';
import type { FolderDetail } from './view.ts';

/** With the tree it belongs to. Throws Refusal `not_found`, or `forbidden` as the tree does. */
export async function findFolder(
  context: Context,
  id: number,
): Promise<{ readonly tree: FolderTree; readonly folder: FolderDetail }> {
  const row = await folderById(context.tx, context.principal.workspaceId, id);
  const tree = FOLDER_TREES.find((one) => one === row?.tree);
  if (!row || tree === undefined) throw new Refusal('not_found', `There is no folder ${id}`);
  await assertTree(context, tree);
  return { tree, folder: await detailOf(context, row) };
}
