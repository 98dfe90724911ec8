// The lists that contacts are in: no answer shows them, a search by list does.

import { findHolders } from '../../../client/answers/bisect.ts';
import { listPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import { isObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';

/** Contact id → ids of its lists. `ids` are at most as many as a page has. */
export async function listsOfContacts(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const found = new Map<number, number[]>(ids.map((id) => [id, []]));
  const lists: number[] = [];
  for await (const list of listPages(call, 'lists', 'list', { query: { entity: 'CONTACT' } }, { filtersItself: true }))
    if (list.entity !== 'COMPANY' && typeof list.id === 'number') lists.push(list.id);
  const within = (some: readonly number[], limit: number) => {
    const body = { include: { id: [...ids], leadsGroup: [...some] } };
    return listPages(call, 'contacts', 'search', { body }, { limit, pageSize: Math.min(limit, LIMITS.pageSizeMax) });
  };
  const isAnyIn = async (some: readonly number[]) => {
    for await (const _ of within(some, 1)) return true;
    return false;
  };
  for (const list of await findHolders(lists, isAnyIn)) {
    for await (const record of within([list], ids.length))
      if (isObject(record) && typeof record.id === 'number') found.get(record.id)?.push(list);
  }
  return found;
}
