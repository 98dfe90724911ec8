// Lists as the condition field `platform.listIds` offers them, and as a search finds who is on them.

import { getOwn, isObject, listIn, objectIn, valueIn } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { routes } from '../../contract/routes/routes.ts';
import type { ListOptions } from '../answers/listing.ts';
import { searchPages } from '../answers/pages.ts';
import { type DocumentedCall, type DocumentedRead, notPossible } from './fitted-request.ts';
import { MERGED, type MergedEntity } from './merging/merge-item.ts';

const FIELD = 'platform.listIds';

/** The interface shows that a field has options, and not what is in one. */
function offered(option: unknown): { readonly id: number; readonly name: string }[] {
  if (!isObject(option)) return [];
  const id = Number(getOwn(option, 'value') ?? getOwn(option, 'id') ?? Number.NaN);
  const name = getOwn(option, 'label') ?? getOwn(option, 'name');
  return Number.isSafeInteger(id) && id > 0 && typeof name === 'string' ? [{ id, name }] : [];
}

const searched = (call: DocumentedCall, { plural, listFilter }: MergedEntity, listId: number, options: ListOptions) =>
  searchPages(call, plural, { include: { [listFilter]: [listId] } }, options);

/** What is on a list: how many records of the first type that has any; null for a list without members. */
async function membersOf(call: DocumentedCall, listId: number) {
  for (const entity of Object.values(MERGED)) {
    const found = searched(call, entity, listId, { limit: 1 });
    for await (const _ of found) return { entity, size: found.total };
  }
  return null;
}

/** How many a search finds, page by page: for a service that does not say the total. */
async function counted(call: DocumentedCall, entity: MergedEntity, listId: number): Promise<number> {
  const seen = new Set<unknown>();
  for await (const { id } of searched(call, entity, listId, { pageSize: LIMITS.pageSizeDefault })) seen.add(id);
  return seen.size;
}

/** `GET /v1/lists`, filtered here by name and by what is on each list. */
export const offeredLists: DocumentedRead = async (call, route, { query }) => {
  const { entity, name, page = 1, pageSize = LIMITS.pageSizeMax } = objectIn(query);
  const reply = await call(routes.workflows.conditionFields);
  const options = listIn(Array.isArray(reply.data) ? reply.data : valueIn(reply.data, 'fields'))
    .filter(isObject)
    .filter(({ id }) => id === FIELD)
    .flatMap(({ valueOptions }) => listIn(valueOptions))
    .flatMap(offered);
  if (options.length === 0) {
    throw notPossible(
      route,
      `which does not show the path for lists, and its condition field ${FIELD} offers none`,
      'give the id of the list, which the app shows; where the path is known: reach profile set --path',
    );
  }
  const known = new Map(options.map((list) => [list.id, list]));
  const named = [...known.values()].filter((list) => name === undefined || list.name === name);
  const lists: object[] = [];
  let empty = 0;
  for (const list of named) {
    const held = entity === undefined && name === undefined ? undefined : (await membersOf(call, list.id))?.entity.name;
    if (held === undefined && entity !== undefined) empty += 1;
    if (entity === undefined || held === entity) lists.push(held === undefined ? list : { ...list, entity: held });
  }
  const start = (Number(page) - 1) * Number(pageSize);
  const rows = lists.slice(start, start + Number(pageSize));
  const data = { lists: rows, page, pageSize, total: lists.length, hasNextPage: start + rows.length < lists.length };
  return {
    reply: { ...reply, data, envelope: { data } },
    ...(empty > 0 && { note: `left out, as nothing is on them that would tell what they hold: ${empty}` }),
  };
};

/** `GET /v1/lists/{listId}`: what is on it, and how much. A search does not tell an empty list from one that is not there. */
export const listById: DocumentedRead = async (call, route, { params }) => {
  const id = Number(isObject(params) ? params['listId'] : Number.NaN);
  const found = await membersOf(call, id);
  if (found === null) {
    const why = `where no record is on list ${id}, and an empty list cannot be told from one that does not exist`;
    throw notPossible(route, why, 'the app shows which lists there are');
  }
  const { entity, size } = found;
  const data = { id, entity: entity.name, size: size ?? (await counted(call, entity, id)) };
  return { reply: { status: 200, headers: {}, requestId: undefined, data, envelope: { data } } };
};
