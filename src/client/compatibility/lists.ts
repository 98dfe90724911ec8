// Lists as the condition field `platform.listIds` offers them, and as a search finds who is on them.

import type { EntityName } from '../../contract/entities.ts';
import { getOwn, isObject, listIn, objectIn, valueIn } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { routes } from '../../contract/routes/routes.ts';
import { type DocumentedCall, type DocumentedRead, notPossible } from './fitted-request.ts';

const FIELD = 'platform.listIds';

const SEARCHES = [
  { entity: 'CONTACT', route: routes.contacts.search, filter: 'leadsGroup', records: 'contacts' },
  { entity: 'COMPANY', route: routes.companies.search, filter: 'companyGroup', records: 'companies' },
] as const satisfies readonly { readonly entity: EntityName; readonly [key: string]: unknown }[];

/** The interface shows that a field has options, and not what is in one. */
function offered(option: unknown): { readonly id: number; readonly name: string }[] {
  if (!isObject(option)) return [];
  const id = Number(getOwn(option, 'value') ?? getOwn(option, 'id') ?? Number.NaN);
  const name = getOwn(option, 'label') ?? getOwn(option, 'name');
  return Number.isSafeInteger(id) && id > 0 && typeof name === 'string' ? [{ id, name }] : [];
}

/** A list by itself, or under its name. */
const arrayIn = (data: unknown, name: string) => listIn(Array.isArray(data) ? data : valueIn(data, name));

/** What is on a list: how many records of the first type that has any; null for a list without members. */
async function membersOf(call: DocumentedCall, listId: number) {
  for (const { entity, route, filter, records } of SEARCHES) {
    const { data, envelope } = await call(route, { body: { include: { [filter]: [listId] }, page: 1, pageSize: 1 } });
    if (arrayIn(data, records).length === 0) continue;
    const places = [data, envelope['meta'], envelope].filter(isObject);
    const total = places.map((place) => place['total']).find((one) => Number.isInteger(one));
    return { entity, size: Number(total ?? Number.NaN) };
  }
  return null;
}

/** How many a search finds, page by page: for a service that does not say the total. */
async function counted(call: DocumentedCall, listId: number, { route, filter, records }: (typeof SEARCHES)[number]) {
  const pageSize = LIMITS.pageSizeDefault;
  const seen = new Set<unknown>();
  for (let page = 1; ; page += 1) {
    const { data } = await call(route, { body: { include: { [filter]: [listId] }, page, pageSize } });
    const before = seen.size;
    for (const { id } of arrayIn(data, records).filter(isObject)) seen.add(id);
    if (seen.size === before) return seen.size;
  }
}

/** `GET /v1/lists`, filtered here by name and by what is on each list. */
export const offeredLists: DocumentedRead = async (call, route, { query }) => {
  const { entity, name, page = 1, pageSize = LIMITS.pageSizeMax } = objectIn(query);
  const reply = await call(routes.workflows.conditionFields);
  const options = arrayIn(reply.data, 'fields')
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
    const held = entity === undefined && name === undefined ? undefined : (await membersOf(call, list.id))?.entity;
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
  const search = SEARCHES.find((one) => one.entity === entity) ?? SEARCHES[0];
  const data = { id, entity, size: Number.isNaN(size) ? await counted(call, id, search) : size };
  return { reply: { status: 200, headers: {}, requestId: undefined, data, envelope: { data } } };
};
