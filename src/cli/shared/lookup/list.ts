// Lists by id or name on the command line.

import { isIdText } from '../../../contract/ids.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import type { Api } from '../../../contract/table.ts';
import { having } from '../answer/known.ts';
import { noMatch, onlyMatch } from './match.ts';

interface FoundList {
  readonly id: number;
  readonly name: string;
  readonly entity?: ListEntity | undefined;
}

const KIND = { noun: 'list', plural: 'lists', hint: 'reach list list shows them' };

/** The lists of this exact name. */
async function named(api: Api, name: string, entity: ListEntity | undefined): Promise<readonly FoundList[]> {
  const page = await api.lists.list({ query: { name, pageSize: 100, ...(entity === undefined ? {} : { entity }) } });
  return having(page.lists, 'id', 'name').filter(
    (list) => list.name === name && (entity === undefined || list.entity === undefined || list.entity === entity),
  );
}

const HOLDS: Readonly<Record<ListEntity, string>> = { CONTACT: 'contacts', COMPANY: 'companies' };

/** The id a word stands for. Asks the service only for a name. Exits as `findList`. */
export async function listIdOf(api: Api, text: string, entity: ListEntity): Promise<number> {
  return isIdText(text) ? Number(text) : (await findList(api, text, entity)).id;
}

/** A list by id or unique name; exit 5 where there is none, 2 where the name is not unique. */
export async function findList(api: Api, text: string, entity?: ListEntity): Promise<FoundList> {
  if (isIdText(text)) {
    const listId = Number(text);
    const { name = text, entity: holds } = await api.lists.get({ params: { listId } });
    return { id: listId, name, entity: holds };
  }
  const found = await named(api, text, entity);
  // A list of companies where contacts are wanted: the name was right, so say what it holds.
  const [other] = entity === undefined || found.length > 0 ? [] : await named(api, text, undefined);
  if (entity !== undefined && other !== undefined) {
    const hint = `list ${other.id} of that name holds ${other.entity === undefined ? 'other records' : HOLDS[other.entity]}`;
    throw noMatch(text, { noun: `list of ${HOLDS[entity]}`, hint });
  }
  return onlyMatch(
    text,
    found.map((list) => ({ ...list, detail: list.entity })),
    KIND,
  );
}
