import type { FolderTree } from '../../../../contract/ai/enums.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Context } from '../../../core/context.ts';
import { contentPage } from '../queries/contents.ts';
import { ancestorsOf, childFolders, type FolderRow, folderCounts } from '../queries/folders.ts';
import { variablePage } from '../queries/variables.ts';
import { variableView } from '../variables/view.ts';
import { aiWorkspace } from '../workspace.ts';
import { folderOf, isSplitTree, KIND_IN } from './tree.ts';
import { type FolderDetail, folderView, NO_COUNTS, nameOf } from './view.ts';

/** Throws Refusal `forbidden`, `not_found`, or `invalid` for a folder of another tree. */
export async function getFolder(context: Context, tree: FolderTree, id: number): Promise<FolderDetail> {
  return detailOf(context, await folderOf(context, tree, id));
}

export async function detailOf(context: Context, folder: FolderRow): Promise<FolderDetail> {
  const { tx, principal } = context;
  const ancestors = await ancestorsOf(tx, principal.workspaceId, folder);
  const parent = ancestors.at(-1);
  const counts = await folderCounts(tx, folder.tree, [folder.id]);
  return {
    ...folderView(context, folder, counts.get(folder.id) ?? NO_COUNTS),
    parent: parent === undefined ? null : nameOf(parent),
    ancestors: ancestors.map(nameOf),
    children: (await childFolders(tx, principal.workspaceId, [folder.id])).map(nameOf),
    aiVariables: await itemsOf(context, folder),
  };
}

/** A folder is returned with all of its direct items (undocumented). */
const ALL_ITEMS = { limit: 1_000_000, offset: 0 };

async function itemsOf(context: Context, { id, tree }: FolderRow): Promise<FolderDetail['aiVariables']> {
  const { tx, principal } = context;
  if (isSplitTree(tree)) {
    const { rows } = await contentPage(tx, KIND_IN[tree], principal.workspaceId, { folderId: id }, ALL_ITEMS);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      folderId: row.folderId,
      createdAt: isoTime(row.createdAt),
      updatedAt: isoTime(row.updatedAt),
    }));
  }
  const filter = { withArchived: false, folderId: id };
  const { rows } = await variablePage(tx, principal.workspaceId, filter, ALL_ITEMS);
  const workspace = await aiWorkspace(context);
  return rows.map((row) => variableView(context, workspace, row));
}
