// Lists of contacts or of companies. All of it is chosen: the interface names list ids and shows no endpoint for lists.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
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

type ListRecord = ReplyOf<Table['lists']['get']>;

const NOUN: Readonly<Record<ListEntity, string>> = { CONTACT: 'contacts', COMPANY: 'companies' };
const SHAPE = { CONTACT: CONTACTS, COMPANY: COMPANIES } as const;

/** Lists, oldest first. `name` is exact. */
export async function findLists(
  context: Context,
  asked: { page: number; pageSize: number; entity?: ListEntity | undefined; name?: string | undefined },
): Promise<ReplyOf<Table['lists']['list']>> {
  const { tx, principal } = context;
  const { page, pageSize } = asked;
  const filter = { entity: asked.entity ?? null, name: asked.name?.trim() ?? null };
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await listPage(tx, principal.workspaceId, filter, window);
  const sizes = await listSizes(
    tx,
    rows.map(({ id }) => id),
  );
  const lists = rows.map((row) => showList(context, row, sizes.get(row.id) ?? 0));
  return { lists, page, pageSize, total, hasNextPage: page * pageSize < total };
}

function showList({ appUrl }: Context, { id, name, entity, createdAt }: ListRow, size: number): ListRecord {
  return { id, appUrl: appUrl('lists', id), name, entity, size, createdAt: isoTime(createdAt) };
}

/** Throws Refusal `conflict`, naming the list, when one of that name and entity exists. */
export async function createList(
  context: Context,
  { name, entity }: { name: string; entity: ListEntity },
): Promise<ListRecord> {
  const { tx, principal, now } = context;
  const existing = await listByName(tx, principal.workspaceId, entity, name);
  if (existing) {
    const message = `There is a list of ${NOUN[entity]} named "${name}" already: ${existing.id}`;
    throw new Refusal('conflict', message, { listId: existing.id });
  }
  const id = await insertList(tx, { workspaceId: principal.workspaceId, name, entity, now });
  return showList(context, { id, name, entity, createdAt: now }, 0);
}

async function knownList({ tx, principal }: Context, id: number): Promise<ListRow> {
  const list = await listById(tx, principal.workspaceId, id);
  if (!list) throw new Refusal('not_found', `There is no list ${id}`);
  return list;
}

/** Throws Refusal `not_found`, or `unprocessable` for a list of the other entity. */
export async function listOf(context: Context, entity: ListEntity, id: number): Promise<ListRow> {
  const list = await knownList(context, id);
  if (list.entity === entity) return list;
  throw new Refusal('unprocessable', `List ${id} holds ${NOUN[list.entity]}, not ${NOUN[entity]}`, {
    entity: list.entity,
  });
}

/** Throws Refusal `not_found`. */
export async function getList(context: Context, id: number): Promise<ListRecord> {
  const list = await knownList(context, id);
  return showList(context, list, (await listSizes(context.tx, [id])).get(id) ?? 0);
}

/** Ids of one kind of record, as a change of members gives them. */
export type Members = { readonly contactIds: readonly number[] } | { readonly companyIds: readonly number[] };

function membersOf(members: Members): { entity: ListEntity; ids: number[] } {
  const [entity, ids] =
    'contactIds' in members ? (['CONTACT', members.contactIds] as const) : (['COMPANY', members.companyIds] as const);
  return { entity, ids: [...new Set(ids)] };
}

/** Throws Refusal `unprocessable` for a list of the other kind, `not_found` naming the ids that do not exist. */
async function checkedMembers(context: Context, listId: number, members: Members, then: string): Promise<number[]> {
  const { tx, principal } = context;
  const { entity, ids } = membersOf(members);
  await listOf(context, entity, listId);
  const known = await knownIds(tx, SHAPE[entity], principal.workspaceId, ids);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return ids;
  const some = unknown.slice(0, 10).join(', ') + (unknown.length > 10 ? ` and ${unknown.length - 10} more` : '');
  throw new Refusal('not_found', `There are no ${NOUN[entity]} ${some}: ${then}`, { unknownIds: unknown });
}

/** Adds records that are not members yet; none at all where an id is wrong. Throws Refusal. */
export async function addMembers(
  context: Context,
  listId: number,
  members: Members,
): Promise<ReplyOf<Table['lists']['addMembers']>> {
  const ids = await checkedMembers(context, listId, members, 'nothing was added');
  const rows = ids.map((memberId) => ({ listId, memberId }));
  await signalAdded(context, membersOf(members).entity, rows);
  const added = await insertMembers(context.tx, rows);
  return { listId, added, alreadyPresent: ids.length - added };
}

/** Takes records off; those that are no members are counted. Throws Refusal. */
export async function removeMembers(
  context: Context,
  listId: number,
  members: Members,
): Promise<ReplyOf<Table['lists']['removeMembers']>> {
  const ids = await checkedMembers(context, listId, members, 'nothing was removed');
  const removed = await deleteMembers(context.tx, listId, ids);
  return { listId, removed, notPresent: ids.length - removed };
}
