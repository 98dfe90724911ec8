import { firstOf } from '../../../contract/english.ts';
import { type EntityName, NOUNS } from '../../../contract/entities.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { RECORD_SHAPES } from '../records/queries/predicates.ts';
import { knownIds } from '../records/queries/records.ts';
import { signalAdded } from '../records/signals.ts';
import { requireListOf } from './lists.ts';
import { deleteMembers, insertMembers } from './queries/lists.ts';

type MemberIds = { readonly contactIds: readonly number[] } | { readonly companyIds: readonly number[] };

function membersOf(members: MemberIds): { entity: EntityName; ids: number[] } {
  const [entity, ids] =
    'contactIds' in members ? (['CONTACT', members.contactIds] as const) : (['COMPANY', members.companyIds] as const);
  return { entity, ids: [...new Set(ids)] };
}

/** Throws Refusal `unprocessable` for a list of the other kind, `not_found` naming the ids that do not exist. */
async function checkedMembers(context: Context, listId: number, members: MemberIds, consequence: string) {
  const { tx, principal } = context;
  const { entity, ids } = membersOf(members);
  await requireListOf(context, entity, listId);
  const known = await knownIds(tx, RECORD_SHAPES[entity], principal.workspaceId, ids);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return ids;
  const message = `There are no ${NOUNS[entity]} ${firstOf(unknown, 10)}: ${consequence}`;
  throw new Refusal('not_found', message, { unknownIds: unknown });
}

/** Adds records that are not members yet; none if any id is wrong. Throws Refusal. */
export async function addMembers(context: Context, listId: number, members: MemberIds) {
  const ids = await checkedMembers(context, listId, members, 'nothing was added');
  const rows = ids.map((memberId) => ({ listId, memberId }));
  await signalAdded(context, membersOf(members).entity, rows);
  const added = await insertMembers(context.tx, rows);
  return { listId, added, alreadyPresent: ids.length - added };
}

/** Removes records; those that are not members are counted. Throws Refusal. */
export async function removeMembers(context: Context, listId: number, members: MemberIds) {
  const ids = await checkedMembers(context, listId, members, 'nothing was removed');
  const removed = await deleteMembers(context.tx, listId, ids);
  return { listId, removed, notPresent: ids.length - removed };
}
