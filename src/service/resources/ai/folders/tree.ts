import { AI_LIMITS, type FolderTree, type SplitKind } from '../../../../contract/ai/enums.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { ancestorsOf, type FolderRow, folderById } from '../queries/folders.ts';
import { assertSplitModel } from '../split-model.ts';

/** The entities in the trees of the split model; the other two trees hold variables. */
export const KIND_IN = {
  'ai-messages': 'ai-message',
  'ai-snippets': 'ai-snippet',
  'message-templates': 'template',
} as const satisfies Readonly<Partial<Record<FolderTree, SplitKind>>>;

export function isSplitTree(tree: FolderTree): tree is keyof typeof KIND_IN {
  return Object.hasOwn(KIND_IN, tree);
}

/** Throws Refusal `forbidden` for a tree of the split model if the workspace does not have it. */
export async function assertTree(context: Context, tree: FolderTree): Promise<void> {
  if (isSplitTree(tree)) await assertSplitModel(context);
}

const MISMATCH = 'folder not found or entity mismatch';

/** Throws Refusal `not_found`; `invalid` for a folder of another tree. */
export async function folderOf(context: Context, tree: FolderTree, id: number): Promise<FolderRow> {
  await assertTree(context, tree);
  const folder = await folderById(context.tx, context.principal.workspaceId, id);
  if (!folder) throw new Refusal('not_found', `There is no folder ${id}`);
  if (folder.tree === tree) return folder;
  throw mismatch('folderId', `folder ${id} belongs to ${folder.tree}, not to ${tree}`);
}

function mismatch(path: string, why: string, code = 'unknown_folder'): Refusal {
  const message = `${MISMATCH}: ${why}`;
  return new Refusal('invalid', `${path}: ${message}`, { issues: [{ path, code, message }] });
}

/** Throws Refusal `invalid` for a parent in another tree or too deep. `height`: levels of the folder to be put there. */
export async function assertParent(context: Context, tree: FolderTree, parentId: number | null, height: number) {
  if (parentId === null) return;
  const { tx, principal } = context;
  const parent = await folderById(tx, principal.workspaceId, parentId);
  if (parent?.tree !== tree) {
    const why = parent === undefined ? '' : `: it belongs to ${parent.tree}`;
    throw mismatch('parentId', `there is no folder ${parentId} in ${tree}${why}`);
  }
  const depth = (await ancestorsOf(tx, principal.workspaceId, parent)).length + 1 + height;
  if (depth <= AI_LIMITS.folderDepth) return;
  const message = `folders can be nested ${AI_LIMITS.folderDepth} levels deep; this would be level ${depth}`;
  throw new Refusal('invalid', `parentId: ${message}`, { issues: [{ path: 'parentId', code: 'too_deep', message }] });
}
