// The sample workspace's inbox: profiles, mailboxes, tags and conversations. Existing ones are kept, and loading triggers
// neither campaigns nor workflows.

import { MESSAGE_CHANNELS } from '../../contract/inbox/enums.ts';
import type { Context } from '../core/context.ts';
import { CONTACTS } from '../resources/contacts/queries/contacts.ts';
import { updateIdentity } from '../resources/identities/identities.ts';
import {
  identityById,
  insertMailbox,
  mailboxByEmail,
  mailboxesOf,
} from '../resources/identities/queries/identities.ts';
import { sentTo } from '../resources/inbox/messages.ts';
import { appendMessage, markSeen, messageByRequest } from '../resources/inbox/queries/messages.ts';
import { threadsOfContact, updateThread } from '../resources/inbox/queries/threads.ts';
import { createTag, tagContact } from '../resources/inbox/tags.ts';
import { recordsById } from '../resources/records/queries/records.ts';
import SAMPLE from './sample.json';

/** `hoursAgo`: before the workspace was made; negative for a message that is due later. */
interface SampleMessage {
  readonly from: string;
  readonly hoursAgo: number;
  readonly subject?: string;
  readonly text: string;
  readonly seen?: string;
}

const HOUR_MS = 3_600_000;

/** After contacts and identities, whose ids are in the order of the samples. */
export async function loadInbox(context: Context, contactIds: readonly number[], identityIds: readonly number[]) {
  await loadProfiles(context, identityIds);
  await loadMailboxes(context, identityIds);
  const tags = new Map<string, number>();
  for (const tag of SAMPLE.tags) tags.set(tag.name, (await createTag(context, tag)).id);
  for (const conversation of SAMPLE.conversations) {
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
  for (const [index, profile] of SAMPLE.profiles.entries()) {
    const id = identityIds[index];
    const known = id === undefined ? undefined : await identityById(context.tx, context.principal.workspaceId, id);
    if (!known || Object.keys(known.profile).length > 0) continue;
    await updateIdentity(context, known.id, profile);
  }
}

async function loadMailboxes({ tx, principal, now }: Context, identityIds: readonly number[]): Promise<void> {
  const { workspaceId } = principal;
  for (const provider of ['google', 'microsoft'] as const) {
    for (const { identity, email, ...more } of SAMPLE.mailboxes[provider]) {
      const identityId = identityIds[identity];
      if (identityId === undefined || (await mailboxByEmail(tx, workspaceId, email))) continue;
      const isPrimary = (await mailboxesOf(tx, [identityId])).length === 0;
      const none = { servers: null, encryptedPassword: null };
      await insertMailbox(tx, { workspaceId, identityId, email, provider, isPrimary, ...none, ...more, now });
    }
  }
}

/** Returns whether the conversation was created: by the request id of its first message. */
async function loadMessages(
  { tx, principal, now }: Context,
  { person, isRead, isArchived, messages, ...conversation }: (typeof SAMPLE.conversations)[number],
  { contactId, identityId }: { contactId: number; identityId: number },
): Promise<boolean> {
  const { workspaceId } = principal;
  const channel = MESSAGE_CHANNELS.find((one) => one === conversation.channel) ?? 'EMAIL';
  const request = { id: `sample-${person}`, content: '{}' };
  if (await messageByRequest(tx, workspaceId, request.id)) return false;
  const sent: readonly SampleMessage[] = messages;
  const [contact] = await recordsById(tx, CONTACTS, workspaceId, [contactId]);
  for (const [index, { from, hoursAgo, subject = null, text, seen }] of sent.entries()) {
    const isOutbound = from === 'us';
    const { id } = await appendMessage(tx, {
      ...{ workspaceId, contactId, identityId, channel, subject, body: text, now },
      ...(isOutbound ? { direction: 'OUTBOUND', status: 'SENT' } : { direction: 'INBOUND', status: 'RECEIVED' }),
      ...(isOutbound && contact && { to: sentTo(contact, channel) }),
      request: index === 0 ? request : null,
      at: now - hoursAgo * HOUR_MS,
    });
    const how = (['open', 'click', 'view'] as const).find((one) => one === seen);
    if (how === 'click') await markSeen(tx, id, 'open', now - (hoursAgo - 1) * HOUR_MS);
    if (how) await markSeen(tx, id, how, now - (hoursAgo - 1) * HOUR_MS);
  }
  const [thread] = await threadsOfContact(tx, workspaceId, contactId, identityId);
  if (thread && isRead) await updateThread(tx, thread.id, { unread: 0 });
  if (thread && isArchived) await updateThread(tx, thread.id, { archived: true });
  return true;
}
