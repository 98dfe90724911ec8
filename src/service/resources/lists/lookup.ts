import type { EntityName } from '../../../contract/entities.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { type ListRow, listById } from './queries/lists.ts';

/** The noun for the records of a list. */
export const RECORDS_NOUN: Readonly<Record<EntityName, string>> = { CONTACT: 'contacts', COMPANY: 'companies' };

/** Throws Refusal `not_found`. */
export async function requireList({ tx, principal }: Context, id: number): Promise<ListRow> {
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
