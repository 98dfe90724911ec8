// Writing to a contact by hand (chosen: the interface names manual replies and shows nothing of them).

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { ReplyInput } from '../../../contract/inbox/endpoints.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../contract/inbox/enums.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { isSuppressed } from '../campaigns/queries/enrolments.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { identityOf } from '../identities/identities.ts';
import { requireRecord } from '../records/lookup.ts';
import type { StoredRecord } from '../records/queries/records.ts';
import { attachmentsOf } from './attachments.ts';
import { appendMessage, messageById, messageByRequest } from './queries/messages.ts';
import { markRead, type ThreadRow, threadsOfContact } from './queries/threads.ts';
import { showMessage } from './threads.ts';

/** What a channel needs of a contact. */
const REACHED_BY: Readonly<Record<MessageChannel, { readonly fields: readonly string[]; readonly lacks: string }>> = {
  EMAIL: { fields: ['professionalEmail', 'personalEmails'], lacks: 'no e-mail address' },
  NETWORK: { fields: ['networkProfileUrl'], lacks: 'no network profile' },
  WHATSAPP: { fields: ['mobilePhone', 'phones'], lacks: 'no phone number' },
};

/** In the order they are tried where no conversation says which. */
const BY_ITSELF: readonly MessageChannel[] = ['EMAIL', 'NETWORK', 'WHATSAPP'];

export function isReachedBy({ standard }: StoredRecord, channel: MessageChannel): boolean {
  return REACHED_BY[channel].fields.some((field) => standard.has(field));
}

/**
 * Sends at once, in the conversation of the two, which is then read. A request id that was used gives the message it
 * made. Throws Refusal `not_found` for the contact or the sender; `conflict` for a request id with other content;
 * `invalid` for a message without anything in it, or a first email without a subject; `unprocessable` for a contact
 * that may not be written to, or not that way.
 */
export async function replyByHand(context: Context, input: ReplyInput): Promise<ReplyOf<Table['inbox']['reply']>> {
  const { tx, principal, now } = context;
  const { requestId, ...content } = input;
  const asked = JSON.stringify(content, Object.keys(content).sort());
  const known = requestId === undefined ? undefined : await messageByRequest(tx, principal.workspaceId, requestId);
  if (known) {
    if (known.request === asked) return showMessage(known);
    const message = `The request id ${requestId} was used for another message: ${known.id}`;
    throw new Refusal('conflict', message, { messageId: known.id });
  }
  const { contactId, senderIdentityId: identityId } = input;
  const contact = await requireRecord(context, CONTACTS, contactId);
  await identityOf(context, identityId);
  const threads = await threadsOfContact(tx, principal.workspaceId, contactId, identityId);
  const channel = channelOf(contact, threads, input.type);
  await assertMayWrite(context, contact, channel);
  assertSays(input, channel, threads);
  const { id, threadId } = await appendMessage(tx, {
    ...{ workspaceId: principal.workspaceId, contactId, identityId, channel },
    ...{ direction: 'OUTBOUND', status: 'SENT', body: input.message, subject: input.subject ?? null },
    attachments: attachmentsOf(input),
    request: requestId === undefined ? null : { id: requestId, content: asked },
    now,
  });
  await markRead(tx, threadId);
  const sent = await messageById(tx, principal.workspaceId, id);
  if (!sent) throw new Error(`message ${id} was not written`);
  return showMessage(sent);
}

/** What was asked for; else the channel of the last conversation; else the first that reaches the contact. */
function channelOf(
  contact: StoredRecord,
  threads: readonly ThreadRow[],
  asked: MessageChannel | undefined,
): MessageChannel {
  const last = threads.map(({ channel }) => MESSAGE_CHANNELS.find((known) => known === channel)).find(Boolean);
  const found = asked ?? last ?? BY_ITSELF.find((channel) => isReachedBy(contact, channel));
  if (found) return found;
  const lacks = BY_ITSELF.map((channel) => REACHED_BY[channel].lacks).join(', ');
  throw new Refusal('unprocessable', `Contact ${contact.id} cannot be written to: it has ${lacks}`);
}

async function assertMayWrite(
  { tx, principal }: Context,
  contact: StoredRecord,
  channel: MessageChannel,
): Promise<void> {
  if (await isSuppressed(tx, principal.workspaceId, contact.id)) {
    throw new Refusal('unprocessable', `Contact ${contact.id} is blocklisted or opted out: nobody writes to it`);
  }
  if (isReachedBy(contact, channel)) return;
  throw new Refusal('unprocessable', `Contact ${contact.id} has ${REACHED_BY[channel].lacks}`, { type: channel });
}

function assertSays(
  { message, attachment, subject }: ReplyInput,
  channel: MessageChannel,
  threads: readonly ThreadRow[],
): void {
  const isFirstEmail = channel === 'EMAIL' && !threads.some((thread) => thread.channel === 'EMAIL');
  const issues = [
    ...(message.trim() === '' && attachment === undefined
      ? [{ path: 'message', code: 'required', message: 'must say something, or come with an attachment' }]
      : []),
    ...(isFirstEmail && (subject ?? '').trim() === ''
      ? [{ path: 'subject', code: 'required', message: 'is required for the first email of a conversation' }]
      : []),
  ];
  const [first] = issues;
  if (first) throw new Refusal('invalid', `${first.path}: ${first.message}`, { issues });
}
