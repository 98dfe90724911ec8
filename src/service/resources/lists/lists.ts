import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { EntityName } from '../../../contract/entities.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { RECORD_SHAPES } from '../records/queries/predicates.ts';
import { knownIds } from '../records/queries/records.ts';
import { signalAdded } from '../records/signals.ts';
import {
  deleteMembers,
  insertList,
  insertMembers,
  type ListRow,
  listById,
  listByName,
  listPage,
  listSizes,
} from './queries/lists.ts';

/** Throws Refusal `conflict`, naming the list, if one of that name and entity exists. */
export async function createList(
  context: Context,
  { name, entity }: { name: string; entity: EntityName },
): Promise<ListView> {
  const { tx, principal, now } = context;
  const existing = await listByName(tx, principal.workspaceId, entity, name);
  if (existing) {
    const message = `A list of ${RECORDS_NOUN[entity]} named "${name}" already exists: ${existing.id}`;
    throw new Refusal('conflict', message, { listId: existing.id });
  }
  const id = await insertList(tx, { workspaceId: principal.workspaceId, name, entity, now });
  return listView(context, { id, name, entity, createdAt: now }, 0);
}

interface ListsQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly entity?: EntityName | undefined;
  /** Exact. */
  readonly name?: string | undefined;
}

/** Lists, oldest first. */
export async function listLists(context: Context, query: ListsQuery): Promise<ReplyOf<Table['lists']['list']>> {
  const { tx, principal } = context;
  const { page, pageSize } = query;
  const filter = { entity: query.entity ?? null, name: query.name?.trim() ?? null };
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await listPage(tx, principal.workspaceId, filter, window);
  const sizes = await listSizes(
    tx,
    rows.map(({ id }) => id),
  );
  const lists = rows.map((row) => listView(context, row, sizes.get(row.id) ?? 0));
  return { lists, page, pageSize, total, hasNextPage: page * pageSize < total };
}

/** Throws Refusal `not_found`. */
export async function showList(context: Context, id: number): Promise<ListView> {
  const list = await requireList(context, id);
  return listView(context, list, (await listSizes(context.tx, [id])).get(id) ?? 0);
}

/** The oldest `limit` lists; `entity` null: of both kinds. */
export async function listNames(
  { tx, principal }: Context,
  entity: EntityName | null,
  limit: number,
): Promise<{ readonly lists: readonly { readonly id: number; readonly name: string }[]; readonly total: number }> {
  const { rows, total } = await listPage(tx, principal.workspaceId, { entity, name: null }, { limit, offset: 0 });
  return { lists: rows, total };
}

type ListView = ReplyOf<Table['lists']['get']>;

function listView({ appUrl }: Context, { id, name, entity, createdAt }: ListRow, size: number): ListView {
  return { id, appUrl: appUrl('lists', id), name, entity, size, createdAt: isoTime(createdAt) };
}

/** The noun for the records of a list. */
const RECORDS_NOUN: Readonly<Record<EntityName, string>> = { CONTACT: 'contacts', COMPANY: 'companies' };

/** Throws Refusal `not_found`. */
async function requireList({ tx, principal }: Context, id: number): Promise<ListRow> {
  const list = await listById(tx, principal.workspaceId, id);
  if (!list) throw new Refusal('not_found', `There is no list ${id}`);
  return list;
}

/** Throws Refusal `not_found`, or `unprocessable` for a list of the other entity. */
export async function requireListOf(context: Context, entity: EntityName, id: number): Promise<ListRow> {
  const list = await requireList(context, id);
  if (list.entity === entity) return list;
  throw new Refusal('unprocessable', `List ${id} holds ${RECORDS_NOUN[list.entity]}, not ${RECORDS_NOUN[entity]}`, {
    entity: list.entity,
  });
}

/** Ids of one kind of record. */
type MemberIds = { readonly contactIds: readonly number[] } | { readonly companyIds: readonly number[] };

function membersOf(members: MemberIds): { entity: EntityName; ids: number[] } {
  const [entity, ids] =
    'contactIds' in members ? (['CONTACT', members.contactIds] as const) : (['COMPANY', members.companyIds] as const);
  return { entity, ids: [...new Set(ids)] };
}

/** Throws Refusal `unprocessable` for a list of the other kind, `not_found` naming the ids that do not exist. */
async function checkedMembers(context: Context, listId: number, members: MemberIds, consequence: string) {
  const { tx, principal } = context;
  const { entity, ids } = membersOf(members);
  await requireListOf(context, entity, listId);
  const known = await knownIds(tx, RECORD_SHAPES[entity], principal.workspaceId, ids);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return ids;
  const some = unknown.slice(0, 10).join(', ') + (unknown.length > 10 ? ` and ${unknown.length - 10} more` : '');
  throw new Refusal('not_found', `There are no ${RECORDS_NOUN[entity]} ${some}: ${consequence}`, {
    unknownIds: unknown,
  });
}

/** Adds records that are not members yet; none if any id is wrong. Throws Refusal. */
export async function addMembers(
  context: Context,
  listId: number,
  members: MemberIds,
): Promise<ReplyOf<Table['lists']['addMembers']>> {
  const ids = await checkedMembers(context, listId, members, 'nothing was added');
  const rows = ids.map((memberId) => ({ listId, memberId }));
  await signalAdded(context, membersOf(members).entity, rows);
  const added = await insertMembers(context.tx, rows);
  return { listId, added, alreadyPresent: ids.length - added };
}

/** Removes records; those that are not members are counted. Throws Refusal. */
export async function removeMembers(
  context: Context,
  listId: number,
  members: MemberIds,
): Promise<ReplyOf<Table['lists']['removeMembers']>> {
  const ids = await checkedMembers(context, listId, members, 'nothing was removed');
  const removed = await deleteMembers(context.tx, listId, ids);
  return { listId, removed, notPresent: ids.length - removed };
}
