// Lists as the condition field `platform.listIds` offers them, for a service that shows no path for lists: ids and names.

import type { Client } from '../../../client/api.ts';
import { own } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import { COMPANY, CONTACT } from '../records/kind.ts';
import { NoShownWay } from './by-shown-way.ts';

interface OfferedList {
  readonly id: number;
  readonly name: string;
}

const FIELD = 'platform.listIds';

/** The interface shows that a field has options, and not what is in one. */
function offered(option: unknown): OfferedList[] {
  if (!isObject(option)) return [];
  const id = Number(own(option, 'value') ?? own(option, 'id') ?? Number.NaN);
  const name = own(option, 'label') ?? own(option, 'name');
  return Number.isSafeInteger(id) && id > 0 && typeof name === 'string' ? [{ id, name }] : [];
}

/** Throws NoShownWay where it offers none: there may be lists all the same. */
export async function offeredLists({ api }: Client): Promise<readonly OfferedList[]> {
  const { fields = [] } = await api.workflows.conditionFields();
  const lists = fields
    .filter(({ id }) => id === FIELD)
    .flatMap(({ valueOptions }) => [...(valueOptions ?? [])])
    .flatMap(offered);
  if (lists.length === 0) {
    throw new NoShownWay(
      `it does not show the path for lists, and its condition field ${FIELD} offers none`,
      'give the id of the list, which the app shows; where the path is known: reach profile set --path',
    );
  }
  return [...new Map(lists.map((list) => [list.id, list])).values()];
}

/** What a list holds, by whose search finds a member; null for one without members. */
export async function heldBy({ call }: Client, listId: number, signal: AbortSignal): Promise<ListEntity | null> {
  for (const entity of [CONTACT, COMPANY]) {
    for await (const _ of entity.search(call, { include: { [entity.listFilter]: [listId] } }, { limit: 1, signal }))
      return entity.kind;
  }
  return null;
}
