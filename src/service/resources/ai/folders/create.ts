import type { FolderTree } from '../../../../contract/ai/enums.ts';
import type { Context } from '../../../core/context.ts';
import { insertFolder } from '../queries/folders.ts';
import { getFolder } from './get.ts';
import { assertParent, assertTree } from './tree.ts';
import type { FolderDetail } from './view.ts';

/** Names may repeat, because deleting a folder moves its folders up (undocumented). Throws Refusal `forbidden` or `invalid`. */
export async function createFolder(
  context: Context,
  tree: FolderTree,
  { name, parentId = null }: { name: string; parentId?: number | null | undefined },
): Promise<FolderDetail> {
  await assertTree(context, tree);
  await assertParent(context, tree, parentId, 1);
  const { tx, principal, now } = context;
  const id = await insertFolder(tx, { workspaceId: principal.workspaceId, tree, name: name.trim(), parentId, now });
  return getFolder(context, tree, id);
}
