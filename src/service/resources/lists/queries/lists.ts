import type { ListEntity } from '../../../../contract/lists/kinds.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, type PageWindow } from '../../../db/fragment.ts';
import { IN_LIST, jsonList } from '../../../db/rowset.ts';

export interface ListRow {
  readonly id: number;
  readonly name: string;
  readonly entity: ListEntity;
  readonly createdAt: number;
}

const SELECT = 'select id, name, entity, created_at as createdAt from lists where workspace_id = ?';

export async function listById(tx: Tx, workspaceId: number, id: number): Promise<ListRow | undefined> {
  return tx.one<ListRow>(`${SELECT} and id = ?`, workspaceId, id);
}

export async function listsById(tx: Tx, workspaceId: number, ids: Iterable<number>): Promise<ListRow[]> {
  return tx.all<ListRow>(`${SELECT} and id ${IN_LIST} order by id`, workspaceId, jsonList(ids));
}

export async function listByName(
  tx: Tx,
  workspaceId: number,
  entity: ListEntity,
  name: string,
): Promise<ListRow | undefined> {
  return tx.one<ListRow>(`${SELECT} and entity = ? and name = ?`, workspaceId, entity, name);
}

/** Every list of the workspace by id. */
export async function listEntities(tx: Tx, workspaceId: number): Promise<ReadonlyMap<number, ListRow>> {
  const rows = await tx.all<ListRow>(`${SELECT} order by id`, workspaceId);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ListFilter {
  readonly entity: ListEntity | null;
  /** Exact. */
  readonly name: string | null;
}

/** A page of lists, oldest first, and their total number. */
export async function listPage(
  tx: Tx,
  workspaceId: number,
  filter: ListFilter,
  page: PageWindow,
): Promise<{ rows: ListRow[]; total: number }> {
  const where = allOf([
    { sql: 'workspace_id = ?', values: [workspaceId] },
    ...(filter.entity === null ? [] : [{ sql: 'entity = ?', values: [filter.entity] }]),
    ...(filter.name === null ? [] : [{ sql: 'name = ?', values: [filter.name] }]),
  ]);
  const rows = await tx.all<ListRow>(
    `select id, name, entity, created_at as createdAt from lists where ${where.sql} order by id limit ? offset ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
  const counted = await tx.one<{ n: number }>(`select count(*) as n from lists where ${where.sql}`, ...where.values);
  return { rows, total: counted?.n ?? 0 };
}

export async function insertList(
  tx: Tx,
  list: { workspaceId: number; name: string; entity: ListEntity; now: number },
): Promise<number> {
  const { lastId } = await tx.run(
    'insert into lists (workspace_id, name, entity, created_at) values (?, ?, ?, ?)',
    list.workspaceId,
    list.name,
    list.entity,
    list.now,
  );
  return lastId;
}

/** Number of members by list id; empty lists are left out. */
export async function listSizes(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.all<{ id: number; n: number }>(
    `select list_id as id, count(*) as n from list_members where list_id ${IN_LIST} group by list_id`,
    jsonList(ids),
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export interface Membership {
  readonly listId: number;
  readonly memberId: number;
}

/** Returns how many were added. */
export async function insertMembers(tx: Tx, members: readonly Membership[]): Promise<number> {
  if (members.length === 0) return 0;
  const { changes } = await tx.run(
    `insert into list_members (list_id, member_id)
     select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint) from json_each(?) where true on conflict do nothing`,
    JSON.stringify(members.map(({ listId, memberId }) => [listId, memberId])),
  );
  return changes;
}

/** Returns how many were removed. */
export async function deleteMembers(tx: Tx, listId: number, memberIds: readonly number[]): Promise<number> {
  const { changes } = await tx.run(
    `delete from list_members where list_id = ? and member_id ${IN_LIST}`,
    listId,
    jsonList(memberIds),
  );
  return changes;
}

/** Removes a record from every list of its kind. */
export async function deleteMembership(
  tx: Tx,
  workspaceId: number,
  entity: ListEntity,
  memberId: number,
): Promise<void> {
  await tx.run(
    `delete from list_members where member_id = ?
     and list_id in (select id from lists where workspace_id = ? and entity = ?)`,
    memberId,
    workspaceId,
    entity,
  );
}

/** Those that are not members yet. */
export async function withoutMembers(tx: Tx, members: readonly Membership[]): Promise<Membership[]> {
  return tx.all<Membership>(
    `select sent.list_id as listId, sent.member_id as memberId
     from (select cast(value ->> 0 as bigint) as list_id, cast(value ->> 1 as bigint) as member_id from json_each(?)) as sent
     where not exists (select 1 from list_members m where m.list_id = sent.list_id and m.member_id = sent.member_id)
     order by 1, 2`,
    JSON.stringify(members.map(({ listId, memberId }) => [listId, memberId])),
  );
}
