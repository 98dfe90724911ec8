import type { ListEntity } from '../../../contract/lists/kinds.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { RECORDS_NOUN } from './lookup.ts';
import { insertList, listByName } from './queries/lists.ts';
import { type ListView, listView } from './view.ts';

/** Throws Refusal `conflict`, naming the list, if one of that name and entity exists. */
export async function createList(
  context: Context,
  { name, entity }: { name: string; entity: ListEntity },
): Promise<ListView> {
  const { tx, principal, now } = context;
  const existing = await listByName(tx, principal.workspaceId, entity, name);
  if (existing) {
    const message = `A list of ${RECORDS_NOUN[entity]} named "${name}" already exists: ${existing.id}`;
    throw new Refusal('conflict', message, { listId: existing.id });
  }
  const id = await insertList(tx, { workspaceId: principal.workspaceId, name, entity, now });
  return listView(context, { id, name, entity, createdAt: now }, 0);
}
