import type { FolderTree } from '../../../../contract/ai/enums.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { ancestorsOf, folderById, levelsBelow, updateFolder as writeFolder } from '../queries/folders.ts';
import { detailOf } from './get.ts';
import { assertParent, folderOf } from './tree.ts';
import type { FolderDetail } from './view.ts';

/** Renames or moves. Throws Refusal `not_found`, or `invalid`, also for a move into the folder itself or its descendants. */
export async function updateFolder(
  context: Context,
  tree: FolderTree,
  id: number,
  input: { name?: string | undefined; parentId?: number | null | undefined },
): Promise<FolderDetail> {
  const folder = await folderOf(context, tree, id);
  const { tx, principal, now } = context;
  const name = input.name?.trim() ?? folder.name;
  const parentId = input.parentId === undefined ? folder.parentId : input.parentId;
  if (parentId !== folder.parentId && parentId !== null) {
    await assertOutside(context, id, parentId);
    await assertParent(context, tree, parentId, (await levelsBelow(tx, id)) + 1);
  }
  if (name !== folder.name || parentId !== folder.parentId) await writeFolder(tx, id, { name, parentId, now });
  const changed = await folderById(tx, principal.workspaceId, id);
  return detailOf(context, changed ?? folder);
}

async function assertOutside({ tx, principal }: Context, id: number, parentId: number): Promise<void> {
  const parent = await folderById(tx, principal.workspaceId, parentId);
  const isInside =
    parentId === id || (parent && (await ancestorsOf(tx, principal.workspaceId, parent)).some((one) => one.id === id));
  if (isInside !== true) return;
  const message = `folder ${id} cannot be moved into ${parentId === id ? 'itself' : `folder ${parentId}, which is inside it`}`;
  throw new Refusal('invalid', `parentId: ${message}`, { issues: [{ path: 'parentId', code: 'cycle', message }] });
}
