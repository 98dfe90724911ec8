import {
  AI_LIMITS,
  ENTITY_OF_TREE,
  FOLDER_TREES,
  type FolderTree,
  type SplitKind,
} from '../../../contract/ai/enums.ts';
import type { ReplyData } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, found, Refusal } from '../../core/context.ts';
import type { PageRequest } from '../../core/sql.ts';
import { assertSplitModel } from './library.ts';
import { contentPage } from './queries/contents.ts';
import {
  ancestorsOf,
  childFolders,
  deleteFolder as dropFolder,
  type FolderCounts,
  type FolderRow,
  folderById,
  folderCounts,
  folderPage,
  insertFolder,
  levelsBelow,
  updateFolder as writeFolder,
} from './queries/folders.ts';
import { variablePage } from './queries/variables.ts';
import { variableView } from './variables/read.ts';
import { aiWorkspace } from './workspace.ts';

/** Names may repeat, because deleting a folder moves its folders up (our choice). Throws Refusal `forbidden` or `invalid`. */
export async function createFolder(
  context: Context,
  tree: FolderTree,
  { name, parentId = null }: { name: string; parentId?: number | null | undefined },
): Promise<FolderDetail> {
  await assertTree(context, tree);
  await assertParent(context, tree, parentId, 1);
  const { tx, principal, now: updatedAt } = context;
  const { workspaceId } = principal;
  const id = await insertFolder(tx, { workspaceId, tree, name: name.trim(), parentId, updatedAt });
  return getFolder(context, tree, id);
}

/** Throws Refusal `forbidden`, `not_found`, or `invalid` for a folder of another tree. */
export async function getFolder(context: Context, tree: FolderTree, id: number): Promise<FolderDetail> {
  return detailOf(context, await folderOf(context, tree, id));
}

async function detailOf(context: Context, folder: FolderRow): Promise<FolderDetail> {
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

/** A folder is returned with all of its direct items (our choice). */
const ALL_ITEMS = { page: 1, pageSize: 1_000_000 };

async function itemsOf(context: Context, { id, tree }: FolderRow): Promise<FolderDetail['aiVariables']> {
  const { tx, principal } = context;
  if (isSplitTree(tree)) {
    const { rows } = await contentPage(tx, KIND_IN[tree], principal.workspaceId, { folderId: id }, ALL_ITEMS);
    return rows.map(({ id: item, name, description, folderId, createdAt, updatedAt }) => ({
      id: item,
      name,
      description,
      folderId,
      createdAt: isoTime(createdAt),
      updatedAt: isoTime(updatedAt),
    }));
  }
  const filter = { withArchived: false, folderId: id };
  const { rows } = await variablePage(tx, principal.workspaceId, filter, ALL_ITEMS);
  const workspace = await aiWorkspace(context);
  return rows.map((row) => variableView(context, workspace, row));
}

/** The folders of a tree at any depth, oldest first. */
export async function listFolders(context: Context, tree: FolderTree, query: PageRequest) {
  await assertTree(context, tree);
  const { tx, principal } = context;
  const { rows, paging } = await folderPage(tx, principal.workspaceId, tree, query);
  const ids = rows.map(({ id }) => id);
  const counts = await folderCounts(tx, tree, ids);
  const folders = rows.map((row) => folderView(context, row, counts.get(row.id) ?? NO_COUNTS));
  return { folders, ...paging };
}

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
  if (name !== folder.name || parentId !== folder.parentId)
    await writeFolder(tx, id, { name, parentId, updatedAt: now });
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

/** Items and folders in it move to its parent. Throws Refusal as `getFolder` does. */
export async function deleteFolder(
  context: Context,
  tree: FolderTree,
  id: number,
): Promise<ReplyData<'aiFolders', 'delete'>> {
  const folder = await folderOf(context, tree, id);
  return { id, deleted: true, ...(await dropFolder(context.tx, folder)) };
}

/** With the tree it belongs to. Throws Refusal `not_found`, or `forbidden` as the tree does. */
export async function findFolder(context: Context, id: number) {
  const row = await folderById(context.tx, context.principal.workspaceId, id);
  const tree = FOLDER_TREES.find((one) => one === row?.tree);
  if (!row || tree === undefined) throw new Refusal('not_found', `There is no folder ${id}`);
  await assertTree(context, tree);
  return { tree, folder: await detailOf(context, row) };
}

type FolderRecord = ReplyData<'aiFolders', 'list'>['folders'][number];

type FolderDetail = ReplyData<'aiFolders', 'get'>;

const NO_COUNTS: FolderCounts = { items: 0, folders: 0 };

function folderView({ appUrl }: Context, row: FolderRow, counts: FolderCounts): FolderRecord {
  const times = { createdAt: isoTime(row.createdAt), updatedAt: isoTime(row.updatedAt) };
  return { ...nameOf(row), appUrl: appUrl('ai-folders', row.id), counts, ...times };
}

function nameOf({ id, name, parentId, tree }: FolderRow) {
  return { id, name, parentId, entity: ENTITY_OF_TREE[tree] };
}

/** The entities in the trees of the split model; the other two trees hold variables. */
const KIND_IN = {
  'ai-messages': 'ai-message',
  'ai-snippets': 'ai-snippet',
  'message-templates': 'template',
} as const satisfies Readonly<Partial<Record<FolderTree, SplitKind>>>;

function isSplitTree(tree: FolderTree): tree is keyof typeof KIND_IN {
  return Object.hasOwn(KIND_IN, tree);
}

/** Throws Refusal `forbidden` for a tree of the split model if the workspace does not have it. */
async function assertTree(context: Context, tree: FolderTree): Promise<void> {
  if (isSplitTree(tree)) await assertSplitModel(context);
}

const MISMATCH = 'folder not found or entity mismatch';

/** Throws Refusal `not_found`; `invalid` for a folder of another tree. */
async function folderOf(context: Context, tree: FolderTree, id: number): Promise<FolderRow> {
  await assertTree(context, tree);
  const folder = found(await folderById(context.tx, context.principal.workspaceId, id), 'folder', id);
  if (folder.tree === tree) return folder;
  throw mismatch('folderId', `folder ${id} belongs to ${folder.tree}, not to ${tree}`);
}

function mismatch(path: string, why: string): Refusal {
  const message = `${MISMATCH}: ${why}`;
  return new Refusal('invalid', `${path}: ${message}`, { issues: [{ path, code: 'unknown_folder', message }] });
}

/** Throws Refusal `invalid` for a parent in another tree or too deep. `height`: levels of the folder to be put there. */
async function assertParent(context: Context, tree: FolderTree, parentId: number | null, height: number) {
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
