// The sample workspace's inbox. What is there already stays as it is; nothing here is news that campaigns or workflows hear.

import type { Context } from '../core/context.ts';
import {
  identityById,
  insertMailbox,
  mailboxByEmail,
  mailboxesOf,
} from '../resources/identities/queries/identities.ts';
import { updateIdentity } from '../resources/identities/update.ts';
import { createTag } from '../resources/inbox/create-tag.ts';
import { appendMessage, markSeen, messageByRequest } from '../resources/inbox/queries/messages.ts';
import { archiveThread, markRead, threadsOfContact } from '../resources/inbox/queries/threads.ts';
import { tagContact } from '../resources/inbox/tag.ts';
import {
  SAMPLE_CONVERSATIONS,
  SAMPLE_MAILBOXES,
  SAMPLE_PROFILES,
  SAMPLE_TAGS,
  type SampleConversation,
} from './data/inbox.ts';

const HOUR_MS = 3_600_000;

/** After contacts and identities. Both by their places in the samples. */
export async function loadInbox(
  context: Context,
  contactIds: readonly number[],
  identityIds: readonly number[],
): Promise<void> {
  await loadProfiles(context, identityIds);
  await loadMailboxes(context, identityIds);
  const tags = new Map<string, number>();
  for (const tag of SAMPLE_TAGS) tags.set(tag.name, (await createTag(context, tag)).id);
  for (const conversation of SAMPLE_CONVERSATIONS) {
    const contactId = contactIds[conversation.person];
    const identityId = identityIds[conversation.identity];
    if (contactId === undefined || identityId === undefined) continue;
    const place = { contactId, identityId };
    const isNew = await loadMessages(context, conversation, place);
    const tagIds = conversation.tags.flatMap((name) => tags.get(name) ?? []);
    if (isNew && tagIds.length > 0) await tagContact(context, contactId, { tagIds, senderIdentityId: identityId });
  }
}

async function loadProfiles(context: Context, identityIds: readonly number[]): Promise<void> {
  for (const [index, profile] of SAMPLE_PROFILES.entries()) {
    const id = identityIds[index];
    const known = id === undefined ? undefined : await identityById(context.tx, context.principal.workspaceId, id);
    if (!known || Object.keys(known.profile).length > 0) continue;
    await updateIdentity(context, known.id, { ...profile, languages: [...profile.languages] });
  }
}

async function loadMailboxes({ tx, principal, now }: Context, identityIds: readonly number[]): Promise<void> {
  const { workspaceId } = principal;
  for (const { identity, email, provider, ...more } of SAMPLE_MAILBOXES) {
    const identityId = identityIds[identity];
    if (identityId === undefined || (await mailboxByEmail(tx, workspaceId, email))) continue;
    const isPrimary = (await mailboxesOf(tx, [identityId])).length === 0;
    const none = { servers: null, encryptedPassword: null };
    await insertMailbox(tx, { workspaceId, identityId, email, provider, isPrimary, ...none, ...more, now });
  }
}

/** Says whether the conversation was made: its first message has a request id of its own. */
async function loadMessages(
  { tx, principal, now }: Context,
  { person, channel, isRead, isArchived, messages }: SampleConversation,
  { contactId, identityId }: { contactId: number; identityId: number },
): Promise<boolean> {
  const { workspaceId } = principal;
  const request = { id: `sample-${person}`, content: '{}' };
  if (await messageByRequest(tx, workspaceId, request.id)) return false;
  for (const [index, { from, hoursAgo, subject = null, text, seen }] of messages.entries()) {
    const isOurs = from === 'us';
    const { id } = await appendMessage(tx, {
      ...{ workspaceId, contactId, identityId, channel, subject, body: text, now },
      ...(isOurs ? { direction: 'OUTBOUND', status: 'SENT' } : { direction: 'INBOUND', status: 'RECEIVED' }),
      request: index === 0 ? request : null,
      at: now - hoursAgo * HOUR_MS,
    });
    if (seen === 'click') await markSeen(tx, id, 'open', now - (hoursAgo - 1) * HOUR_MS);
    if (seen) await markSeen(tx, id, seen, now - (hoursAgo - 1) * HOUR_MS);
  }
  const [thread] = await threadsOfContact(tx, workspaceId, contactId, identityId);
  if (thread && isRead) await markRead(tx, thread.id);
  if (thread && isArchived) await archiveThread(tx, thread.id);
  return true;
}
