import type { EntityName } from '../../../../contract/entities.ts';
import type { Parsed } from '../../../../contract/table.ts';
import { allOf, byId, inList, raw, sql, type Tx } from '../../../core/sql.ts';

export interface ListRow {
  readonly id: number;
  readonly name: string;
  readonly entity: EntityName;
  readonly createdAt: number;
}

const SELECT = raw('select id, name, entity, created_at as createdAt');

export async function listById(tx: Tx, workspaceId: number, id: number): Promise<ListRow | undefined> {
  return tx.one<ListRow>(sql`${SELECT} from lists where workspace_id = ${workspaceId} and id = ${id}`);
}

export async function listsById(tx: Tx, workspaceId: number, ids: Iterable<number>): Promise<ListRow[]> {
  return tx.all<ListRow>(sql`${SELECT} from lists
    where workspace_id = ${workspaceId} and id ${inList(ids)} order by id`);
}

export async function listByName(tx: Tx, workspaceId: number, entity: EntityName, name: string) {
  return tx.one<ListRow>(sql`${SELECT} from lists
    where workspace_id = ${workspaceId} and entity = ${entity} and name = ${name}`);
}

export async function listEntities(tx: Tx, workspaceId: number): Promise<ReadonlyMap<number, ListRow>> {
  return byId(await tx.all<ListRow>(sql`${SELECT} from lists where workspace_id = ${workspaceId} order by id`));
}

/** `name` matches exactly. */
export async function listPage(tx: Tx, workspaceId: number, query: Parsed<'lists', 'list'>['query']) {
  const where = allOf([
    sql`workspace_id = ${workspaceId}`,
    ...(query.entity === undefined ? [] : [sql`entity = ${query.entity}`]),
    ...(query.name === undefined ? [] : [sql`name = ${query.name}`]),
  ]);
  return tx.page<ListRow>(sql`${SELECT} from lists where ${where}`, 'id', query);
}

export async function insertList(tx: Tx, list: Omit<ListRow, 'id'> & { readonly workspaceId: number }) {
  return tx.insert('lists', list);
}

/** Number of members by list id; empty lists are left out. */
export async function listSizes(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.all<{ id: number; n: number }>(sql`select list_id as id, count(*) as n from list_members
    where list_id ${inList(ids)} group by list_id`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export interface Membership {
  readonly listId: number;
  readonly memberId: number;
}

export async function insertMembers(tx: Tx, members: readonly Membership[]): Promise<number> {
  if (members.length === 0) return 0;
  const { changes } = await tx.run(sql`insert into list_members (list_id, member_id)
    select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint)
    from json_each(${JSON.stringify(members.map(({ listId, memberId }) => [listId, memberId]))}) where true
    on conflict do nothing`);
  return changes;
}

export async function deleteMembers(tx: Tx, listId: number, memberIds: readonly number[]): Promise<number> {
  const { changes } = await tx.run(sql`delete from list_members
    where list_id = ${listId} and member_id ${inList(memberIds)}`);
  return changes;
}

export async function deleteMembership(tx: Tx, workspaceId: number, entity: EntityName, memberId: number) {
  await tx.run(sql`delete from list_members where member_id = ${memberId}
    and list_id in (select id from lists where workspace_id = ${workspaceId} and entity = ${entity})`);
}

export async function withoutMembers(tx: Tx, members: readonly Membership[]): Promise<Membership[]> {
  return tx.all<Membership>(sql`select sent.list_id as listId, sent.member_id as memberId
    from (select cast(value ->> 0 as bigint) as list_id, cast(value ->> 1 as bigint) as member_id
    from json_each(${JSON.stringify(members.map(({ listId, memberId }) => [listId, memberId]))})) as sent
    where not exists (select 1 from list_members m where m.list_id = sent.list_id and m.member_id = sent.member_id)
    order by 1, 2`);
}
