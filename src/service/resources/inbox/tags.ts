// Tags of the inbox: what there is, and what they are on (SERVICE-API, Inbox).

import type { ReplyOf } from '../../../contract/endpoint.ts';
import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { identityOf } from '../identities/identities.ts';
import { requireRecord } from '../records/lookup.ts';
import {
  addTags,
  insertTag,
  knownTags,
  removeTags,
  type Tagged,
  type TagRow,
  tagById,
  tagsOf,
} from './queries/tags.ts';
import { threadsOfContact } from './queries/threads.ts';

type Rows = Table['inbox'];
type TagRecord = ReplyOf<Rows['createTag']>;
type Changed = ReplyOf<Rows['addTags']>;

/** Chosen: what a tag looks like where nobody said. */
const COLOR = '#64748b';

function showTag({ id, name, color, createdAt }: TagRow): TagRecord {
  return { id, name, color, createdAt: isoTime(createdAt) };
}

/** Tags by name. `name` is exact. */
export async function findTags(
  { tx, principal }: Context,
  { page, pageSize, name }: { page: number; pageSize: number; name?: string | undefined },
): Promise<ReplyOf<Rows['tags']>> {
  const all = await tagsOf(tx, principal.workspaceId, name ?? null);
  const tags = all.slice((page - 1) * pageSize, page * pageSize).map(showTag);
  return { tags, page, pageSize, total: all.length, hasNextPage: page * pageSize < all.length };
}

/** The tag of this name: made, or the one that has it, as it is. Throws Refusal `conflict` for one too many. */
export async function createTag(
  { tx, principal, now }: Context,
  { name, color = COLOR }: { name: string; color?: string | undefined },
): Promise<TagRecord> {
  const { workspaceId } = principal;
  const [known] = await tagsOf(tx, workspaceId, name);
  if (known) return showTag(known);
  if ((await tagsOf(tx, workspaceId)).length >= INBOX_LIMITS.tagsInWorkspace) {
    throw new Refusal('conflict', `A workspace has at most ${INBOX_LIMITS.tagsInWorkspace} tags`);
  }
  const id = await insertTag(tx, { workspaceId, name, color: color.toLowerCase(), now });
  const made = await tagById(tx, workspaceId, id);
  if (!made) throw new Error(`tag ${id} was not written`);
  return showTag(made);
}

export interface TagChange {
  readonly tagIds: readonly number[];
  readonly senderIdentityId?: number | undefined;
}

/** Throws Refusal `not_found` for the contact, the sender, their conversation, or a tag; nothing is changed then. */
async function target(context: Context, contactId: number, change: TagChange): Promise<Tagged> {
  const { tx, principal } = context;
  const { tagIds, senderIdentityId: identityId = null } = change;
  await requireRecord(context, CONTACTS, contactId);
  if (identityId !== null) {
    await identityOf(context, identityId);
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

/** Tags the contact, or with a sender its conversations with that one. What is there already stays. */
export async function tagContact(context: Context, contactId: number, change: TagChange): Promise<Changed> {
  const tagIds = [...new Set(change.tagIds)];
  await addTags(context.tx, await target(context, contactId, { ...change, tagIds }), tagIds, context.now);
  return { contactId, tagIds, success: true };
}

/**
 * Takes tags off the contact and all its conversations, or with a sender off those with that one. A tag that is not on
 * it is taken off already: doing it twice is the same as once.
 */
export async function untagContact(
  context: Context,
  contactId: number,
  { tagIds = [], senderIdentityId }: Partial<TagChange>,
): Promise<Changed> {
  if (tagIds.length === 0) {
    const issues = [{ path: 'tagIds', code: 'required', message: 'is required' }];
    throw new Refusal('invalid', 'tagIds: is required', { issues });
  }
  const ids = [...new Set(tagIds)];
  await removeTags(context.tx, await target(context, contactId, { tagIds: ids, senderIdentityId }), ids);
  return { contactId, tagIds: ids, success: true };
}
