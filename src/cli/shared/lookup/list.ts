// Lists by id or name on the command line.

import { listPages } from '../../../client/answers/pages.ts';
import { type EntityName, NOUNS } from '../../../contract/entities.ts';
import { isIdText } from '../../../contract/ids.ts';
import { isSameName } from '../../../rules/nearest.ts';
import type { Session } from '../../session/session.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { having } from '../answer.ts';
import { createdId } from '../created.ts';
import { named, noMatch, onlyMatch, suggesting } from './match.ts';

interface FoundList {
  readonly id: number;
  readonly name: string;
  readonly entity?: EntityName | undefined;
}

export const LIST_KIND = { noun: 'list', plural: 'lists', hint: 'reach list list shows them' };

async function listsNamed(session: Session, text: string, entity: EntityName | undefined) {
  const { call } = await session.client();
  const found = await named(text, async function* (name) {
    const query = { name, ...(entity === undefined ? {} : { entity }) };
    for await (const list of listPages(call, 'lists', 'list', { query }, { filtersItself: true }))
      if (entity === undefined || list.entity === undefined || list.entity === entity) yield list;
  });
  return having(found, 'id', 'name');
}

/** The id a word stands for. Asks the service only for a name. Exits as `findList`. */
export async function listIdOf(session: Session, text: string, entity: EntityName): Promise<number> {
  return isIdText(text) ? Number(text) : (await findList(session, text, entity)).id;
}

/** Exit 5 for the id of a list that is not there, or that holds other records. `isUnanswered` of what it throws where the service does not say. */
export async function checkListId(session: Session, text: string, entity?: EntityName): Promise<void> {
  const found = await findList(session, text);
  if (entity !== undefined && found.entity !== undefined && found.entity !== entity)
    throw holdsOthers(text, entity, found);
}

/** A list by id or unique name; exit 5 where there is none, 2 where the name is not unique. */
export async function findList(session: Session, text: string, entity?: EntityName): Promise<FoundList> {
  if (isIdText(text)) {
    const listId = Number(text);
    const list = await (await session.api()).lists.get({ params: { listId } });
    return { ...list, id: listId, name: list.name ?? text };
  }
  return await findByName(session, text, entity);
}

/** A list of companies where contacts are wanted: the name was right, so say what it holds. */
function holdsOthers(text: string, entity: EntityName, other: FoundList): CliError {
  const which = isIdText(text) ? text : `${other.id} of that name`;
  const hint = `list ${which} holds ${other.entity === undefined ? 'other records' : NOUNS[other.entity]}`;
  return noMatch(text, { noun: `list of ${NOUNS[entity]}`, hint });
}

async function findByName(session: Session, text: string, entity: EntityName | undefined): Promise<FoundList> {
  const found = await listsNamed(session, text, entity);
  const [other] = entity === undefined || found.length > 0 ? [] : await listsNamed(session, text, undefined);
  if (entity !== undefined && other !== undefined) throw holdsOthers(text, entity, other);
  if (found.length === 0) {
    const { call } = await session.client();
    const all = listPages(call, 'lists', 'list', { query: entity === undefined ? {} : { entity } }, {});
    throw noMatch(text, { ...LIST_KIND, hint: await suggesting(text, LIST_KIND.hint, all) });
  }
  const candidates = found.map((list) => ({ id: list.id, detail: list.entity, list }));
  return onlyMatch(text, candidates, LIST_KIND).list;
}

/**
 * What looking for a list failed of, where it may be created in its place: there is none. Throws it otherwise, and UsageError where
 * one differs only in upper and lower case.
 */
export async function assertCreatable(session: Session, text: string, entity: EntityName, error: unknown) {
  if (!(error instanceof CliError) || error.exit !== 'notFound') throw error;
  const { call } = await session.client();
  for await (const list of listPages(call, 'lists', 'list', { query: { entity } }, {}))
    if (list.name !== undefined && isSameName(list.name.toLowerCase(), text.toLowerCase()))
      throw new UsageError(`no list "${text}"; "${list.name}" differs from it only in case`, {
        hint: `--list ${JSON.stringify(list.name)}, or create the other one first: reach list create ${JSON.stringify(text)}`,
      });
}

/** The id of a list that is created now. */
export async function createdListId(session: Session, text: string, entity: EntityName): Promise<number> {
  const name = text.normalize('NFC');
  const { id } = await (await session.api()).lists.create({ body: { name, entity } });
  const message = { what: `the list "${name}"`, find: 'reach list list' };
  return await createdId(id, message, async () => (await listsNamed(session, name, entity)).at(-1)?.id);
}
