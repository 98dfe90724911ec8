import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import type { Parsed, ReplyData } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { pagingOf, windowOf } from '../../core/sql.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { requireIdentity } from '../identities/identities.ts';
import { requireRecord } from '../records/search.ts';
import {
  addTags,
  insertTag,
  knownTags,
  removeTags,
  type TagRow,
  type TagTarget,
  tagById,
  tagsOf,
} from './queries/tags.ts';
import { threadsOfContact } from './queries/threads.ts';

export async function listTags({ tx, principal }: Context, query: Parsed<'inbox', 'tags'>['query']) {
  const all = await tagsOf(tx, principal.workspaceId, query.name ?? null);
  const { offset, limit } = windowOf(query);
  return { tags: all.slice(offset, offset + limit).map(tagView), ...pagingOf(query, all.length) };
}

/** Default color of a tag (our choice). */
const COLOR = '#64748b';

/** Creates the tag, or returns the existing one of this name unchanged. Throws Refusal `conflict` beyond the limit. */
export async function createTag(
  { tx, principal, now }: Context,
  { name, color = COLOR }: { name: string; color?: string | undefined },
): Promise<TagView> {
  const { workspaceId } = principal;
  const [known] = await tagsOf(tx, workspaceId, name);
  if (known) return tagView(known);
  if ((await tagsOf(tx, workspaceId)).length >= INBOX_LIMITS.tagsInWorkspace) {
    throw new Refusal('conflict', `A workspace can have at most ${INBOX_LIMITS.tagsInWorkspace} tags`);
  }
  const id = await insertTag(tx, { workspaceId, name, color: color.toLowerCase(), createdAt: now });
  const made = await tagById(tx, workspaceId, id);
  if (!made) throw new Error(`tag ${id} was not written`);
  return tagView(made);
}

/** Tags the contact or, with a sender, its conversations with that sender. Existing tags stay. Throws as `tagTarget`. */
export async function tagContact(context: Context, contactId: number, change: TagChange) {
  const tagIds = [...new Set(change.tagIds)];
  await addTags(context.tx, await tagTarget(context, contactId, { ...change, tagIds }), tagIds, context.now);
  return { contactId, tagIds, success: true };
}

/**
 * Removes tags from the contact and all its conversations or, with a sender, from its conversations with that sender.
 * Removing a tag again has no effect. Throws as `tagTarget`, and Refusal `invalid` without tags.
 */
export async function untagContact(
  context: Context,
  contactId: number,
  { tagIds = [], senderIdentityId }: Partial<TagChange>,
): Promise<ReplyData<'inbox', 'removeTags'>> {
  if (tagIds.length === 0) {
    const issues = [{ path: 'tagIds', code: 'required', message: 'is required' }];
    throw new Refusal('invalid', 'tagIds: is required', { issues });
  }
  const ids = [...new Set(tagIds)];
  await removeTags(context.tx, await tagTarget(context, contactId, { tagIds: ids, senderIdentityId }), ids);
  return { contactId, tagIds: ids, success: true };
}

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

export type TagView = ReplyData<'inbox', 'createTag'>;

export function tagView({ id, name, color, createdAt }: TagRow): TagView {
  return { id, name, color, createdAt: isoTime(createdAt) };
}
