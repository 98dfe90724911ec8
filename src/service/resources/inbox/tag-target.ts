import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { requireIdentity } from '../identities/lookup.ts';
import { requireRecord } from '../records/lookup.ts';
import { knownTags, type TagTarget } from './queries/tags.ts';
import { threadsOfContact } from './queries/threads.ts';

export interface TagChange {
  readonly tagIds: readonly number[];
  readonly senderIdentityId?: number | undefined;
}

/** What to tag. Throws Refusal `not_found` for the contact, the sender, their conversation, or a tag. */
export async function tagTarget(context: Context, contactId: number, change: TagChange): Promise<TagTarget> {
  const { tx, principal } = context;
  const { tagIds, senderIdentityId: identityId = null } = change;
  await requireRecord(context, CONTACTS, contactId);
  if (identityId !== null) {
    await requireIdentity(context, identityId);
    const threads = await threadsOfContact(tx, principal.workspaceId, contactId, identityId);
    if (threads.length === 0) {
      throw new Refusal('not_found', `Contact ${contactId} has no conversation with identity ${identityId}`);
    }
  }
  const known = await knownTags(tx, principal.workspaceId, tagIds);
  const unknownIds = tagIds.filter((id) => !known.has(id));
  if (unknownIds.length > 0) {
    throw new Refusal('not_found', `There are no tags ${unknownIds.join(', ')}: nothing was changed`, { unknownIds });
  }
  return { contactId, identityId };
}
