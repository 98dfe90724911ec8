import type { FolderTree } from '../../../../contract/ai/enums.ts';
import { inList, type PageRequest, raw, sql, type Tx } from '../../../core/sql.ts';

export interface FolderRow {
  readonly id: number;
  readonly tree: FolderTree;
  readonly name: string;
  readonly parentId: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const SELECT = `select id, tree, name, parent_id as parentId, created_at as createdAt, updated_at as updatedAt
  from ai_folders`;

/** The table with the items of a tree, which of its rows are items, and which items a folder counts. */
const ITEMS: Readonly<
  Record<FolderTree, { readonly table: string; readonly isItem: string; readonly isCounted: string }>
> = {
  contacts: { table: 'ai_variables', isItem: 'true', isCounted: 'archived_at is null' },
  companies: { table: 'ai_variables', isItem: 'true', isCounted: 'archived_at is null' },
  'ai-messages': { table: 'ai_messages', isItem: 'deleted_at is null and campaign_id is null', isCounted: 'true' },
  'ai-snippets': { table: 'ai_snippets', isItem: 'deleted_at is null', isCounted: 'true' },
  'message-templates': { table: 'message_templates', isItem: 'deleted_at is null', isCounted: 'true' },
};

export async function folderById(tx: Tx, workspaceId: number, id: number): Promise<FolderRow | undefined> {
  return tx.one<FolderRow>(sql`${raw(SELECT)} where workspace_id = ${workspaceId} and id = ${id}`);
}

export async function folderTrees(tx: Tx, workspaceId: number): Promise<ReadonlyMap<number, FolderTree>> {
  const rows = await tx.all<{ id: number; tree: FolderTree }>(sql`select id, tree from ai_folders
    where workspace_id = ${workspaceId}`);
  return new Map(rows.map(({ id, tree }) => [id, tree]));
}

export async function folderPage(tx: Tx, workspaceId: number, tree: FolderTree, page: PageRequest) {
  const found = sql`${raw(SELECT)} where workspace_id = ${workspaceId} and tree = ${tree}`;
  return tx.page<FolderRow>(found, 'id', page);
}

export async function childFolders(tx: Tx, workspaceId: number, parentIds: readonly number[]): Promise<FolderRow[]> {
  return tx.all<FolderRow>(sql`${raw(SELECT)}
    where workspace_id = ${workspaceId} and parent_id ${inList(parentIds)} order by id`);
}

export async function ancestorsOf(tx: Tx, workspaceId: number, folder: FolderRow): Promise<FolderRow[]> {
  const found: FolderRow[] = [];
  for (let next = folder.parentId; next !== null; ) {
    const parent = await folderById(tx, workspaceId, next);
    if (parent === undefined) break;
    found.unshift(parent);
    next = parent.parentId;
  }
  return found;
}

export async function levelsBelow(tx: Tx, id: number): Promise<number> {
  const depth = sql`with recursive below (id, depth) as (
    select cast(${id} as bigint), 0 union all select f.id, b.depth + 1
    from ai_folders as f join below as b on f.parent_id = b.id)
    select max(depth) from below`;
  return (await tx.value<number>(depth)) ?? 0;
}

export interface FolderCounts {
  readonly items: number;
  readonly folders: number;
}

export async function folderCounts(tx: Tx, tree: FolderTree, ids: readonly number[]) {
  const { table, isItem, isCounted } = ITEMS[tree];
  const rows = await tx.all<{ id: number } & FolderCounts>(sql`select f.id, (select count(*) from ai_folders as c
    where c.parent_id = f.id) as folders,
    (select count(*) from ${raw(table)} as i
    where i.folder_id = f.id and ${raw(isItem)} and ${raw(isCounted)}) as items
    from ai_folders as f where f.id ${inList(ids)}`);
  return new Map(rows.map(({ id, items, folders }) => [id, { items, folders }]));
}

type FolderValues = Pick<FolderRow, 'name' | 'parentId' | 'updatedAt'>;
type NewFolder = FolderValues & Pick<FolderRow, 'tree'> & { readonly workspaceId: number };

export async function insertFolder(tx: Tx, folder: NewFolder): Promise<number> {
  return tx.insert('ai_folders', { ...folder, createdAt: folder.updatedAt });
}

export async function updateFolder(tx: Tx, id: number, values: FolderValues): Promise<void> {
  await tx.update('ai_folders', id, values);
}

/** Deletes a folder and moves everything in it to its parent, including deleted and archived items. */
export async function deleteFolder(tx: Tx, { id, tree, parentId }: Pick<FolderRow, 'id' | 'tree' | 'parentId'>) {
  const { table, isItem } = ITEMS[tree];
  const movedItems = await tx.count(sql`from ${raw(table)} where folder_id = ${id} and ${raw(isItem)}`);
  await tx.run(sql`update ${raw(table)} set folder_id = ${parentId} where folder_id = ${id}`);
  const { changes } = await tx.run(sql`update ai_folders set parent_id = ${parentId} where parent_id = ${id}`);
  await tx.run(sql`delete from ai_folders where id = ${id}`);
  return { movedItems, movedFolders: changes };
}
