import { type EntityName, NOUNS } from '../../../contract/entities.ts';
import type { Parsed, ReplyData } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, found, Refusal } from '../../core/context.ts';
import { insertList, type ListRow, listById, listByName, listPage, listSizes } from './queries/lists.ts';

/** Throws Refusal `conflict`, naming the list, if one of that name and entity exists. */
export async function createList(context: Context, { name, entity }: { name: string; entity: EntityName }) {
  const { tx, principal, now } = context;
  const existing = await listByName(tx, principal.workspaceId, entity, name);
  if (existing) {
    const message = `A list of ${NOUNS[entity]} named "${name}" already exists: ${existing.id}`;
    throw new Refusal('conflict', message, { listId: existing.id });
  }
  const id = await insertList(tx, { workspaceId: principal.workspaceId, name, entity, createdAt: now });
  return listView(context, { id, name, entity, createdAt: now }, 0);
}

export async function listLists(context: Context, query: Parsed<'lists', 'list'>['query']) {
  const { tx, principal } = context;
  const { rows, paging } = await listPage(tx, principal.workspaceId, { ...query, name: query.name?.trim() });
  const ids = rows.map(({ id }) => id);
  const sizes = await listSizes(tx, ids);
  return { lists: rows.map((row) => listView(context, row, sizes.get(row.id) ?? 0)), ...paging };
}

/** Throws Refusal `not_found`. */
export async function showList(context: Context, id: number): Promise<ListView> {
  const list = await requireList(context, id);
  return listView(context, list, (await listSizes(context.tx, [id])).get(id) ?? 0);
}

/** The oldest `limit` lists; `entity` null: of both kinds. */
export async function listNames({ tx, principal }: Context, entity: EntityName | null, limit: number) {
  const query = { entity: entity ?? undefined, page: 1, pageSize: limit };
  const { rows, paging } = await listPage(tx, principal.workspaceId, query);
  return { lists: rows, total: paging.total };
}

type ListView = ReplyData<'lists', 'get'>;

function listView({ appUrl }: Context, { id, name, entity, createdAt }: ListRow, size: number): ListView {
  return { id, appUrl: appUrl('lists', id), name, entity, size, createdAt: isoTime(createdAt) };
}

/** Throws Refusal `not_found`. */
async function requireList({ tx, principal }: Context, id: number): Promise<ListRow> {
  return found(await listById(tx, principal.workspaceId, id), 'list', id);
}

/** Throws Refusal `not_found`, or `unprocessable` for a list of the other entity. */
export async function requireListOf(context: Context, entity: EntityName, id: number): Promise<ListRow> {
  const list = await requireList(context, id);
  if (list.entity === entity) return list;
  throw new Refusal('unprocessable', `List ${id} holds ${NOUNS[list.entity]}, not ${NOUNS[entity]}`, {
    entity: list.entity,
  });
}
