// Ids and names on the command line.

import type { ListEntity } from '../../../contract/lists/kinds.ts';
import type { Api } from '../../../contract/table.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Io } from '../../app/io.ts';
import { readText } from '../../files/read.ts';

/** A positive whole number. */
export function idOf(text: string, what: string): number {
  if (!/^[1-9][0-9]{0,15}$/.test(text.trim()))
    throw new UsageError(`${text} is no ${what} id`, { hint: 'an id is a whole number' });
  return Number(text);
}

/** Ids separated by commas or white space; `-` reads them from standard input. */
export async function idsOf(
  io: Io,
  text: string,
  what: string,
  { mayBeNone = false }: { readonly mayBeNone?: boolean } = {},
): Promise<number[]> {
  const given = text === '-' ? await readText(io, '-') : text;
  const ids = given.split(/[\s,]+/).filter((word) => word !== '');
  if (ids.length === 0 && !mayBeNone) throw new UsageError(`no ${what} id given`);
  return [...new Set(ids.map((id) => idOf(id, what)))];
}

interface FoundList {
  readonly id: number;
  readonly name: string;
  readonly entity: ListEntity;
}

/** The lists of this exact name. */
async function named(api: Api, name: string, entity: ListEntity | undefined): Promise<readonly FoundList[]> {
  const page = await api.lists.list({ query: { name, pageSize: 100, ...(entity === undefined ? {} : { entity }) } });
  return page.lists.filter((list) => list.name === name && (entity === undefined || list.entity === entity));
}

const HOLDS: Readonly<Record<ListEntity, string>> = { CONTACT: 'contacts', COMPANY: 'companies' };

/** Who names a list of companies where contacts are wanted does not look for one that is not there. */
async function noList(api: Api, text: string, entity: ListEntity | undefined): Promise<CliError> {
  const [other] = entity === undefined ? [] : await named(api, text, undefined);
  if (entity === undefined || other === undefined) {
    return new CliError('notFound', 'not_found', `no list "${text}"`, { hint: 'reach list list shows them' });
  }
  const hint = `list ${other.id} of that name holds ${HOLDS[other.entity]}`;
  return new CliError('notFound', 'not_found', `no list "${text}" of ${HOLDS[entity]}`, { hint });
}

/** A list by id or unique name; exit 5 where there is none, 2 where the name is not unique. */
export async function findList(api: Api, text: string, entity?: ListEntity): Promise<FoundList> {
  if (/^[1-9][0-9]{0,15}$/.test(text)) return await api.lists.get({ params: { listId: Number(text) } });
  const found = await named(api, text, entity);
  const [first, second] = found;
  if (first === undefined) throw await noList(api, text, entity);
  if (second !== undefined) {
    const ids = found.map(({ id, entity: holds }) => `${id} (${holds})`).join(', ');
    throw new UsageError(`several lists are called "${text}": ${ids}`, { hint: 'name it by its id' });
  }
  return first;
}
