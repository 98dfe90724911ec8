import type { ReplyInput } from '../../../contract/inbox/endpoints.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../contract/inbox/enums.ts';
import type { ReplyData } from '../../../contract/table.ts';
import { Problems } from '../../../rules/problem.ts';
import type { StoredRecord } from '../../../rules/records/upsert/pending-record.ts';
import { type Context, Refusal, refuseProblems } from '../../core/context.ts';
import { suppressedContacts } from '../campaigns/queries/enrolments.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { requireOwnIdentity } from '../identities/identities.ts';
import { requireRecord } from '../records/search.ts';
import { attachmentsOf, messageView, sentTo } from './messages.ts';
import { appendMessage, messageById, messageByRequest } from './queries/messages.ts';
import { type ThreadRow, threadsOfContact, updateThread } from './queries/threads.ts';

/**
 * Sends a message at once and marks the conversation as read. A request id that was used before returns the message it
 * created. Throws Refusal `not_found` for the contact or the sender; `conflict` for a request id with other content;
 * `invalid` for an empty message, or a first email without a subject; `unprocessable` for a contact that must not be
 * written to, or not through this channel.
 */
export async function reply(context: Context, input: ReplyInput): Promise<ReplyData<'inbox', 'reply'>> {
  const { tx, principal, now } = context;
  const { requestId, ...content } = input;
  const request = JSON.stringify(content, Object.keys(content).sort());
  const known = requestId === undefined ? undefined : await messageByRequest(tx, principal.workspaceId, requestId);
  if (known) {
    if (known.request === request) return messageView(known);
    const message = `The request id ${requestId} was used for another message: ${known.id}`;
    throw new Refusal('conflict', message, { messageId: known.id });
  }
  const { contactId, senderIdentityId: identityId } = input;
  const contact = await requireRecord(context, CONTACTS, contactId);
  await requireOwnIdentity(context, identityId);
  const threads = await threadsOfContact(tx, principal.workspaceId, contactId, identityId);
  const channel = channelOf(contact, threads, input.type);
  await assertCanWrite(context, contact, channel);
  assertHasContent(input, channel, threads);
  const { id, threadId } = await appendMessage(tx, {
    ...{ workspaceId: principal.workspaceId, contactId, identityId, channel },
    ...{ direction: 'OUTBOUND', status: 'SENT', body: input.message, subject: input.subject ?? null },
    to: sentTo(contact, channel),
    attachments: attachmentsOf(input),
    request: requestId === undefined ? null : { id: requestId, content: request },
    now,
  });
  await updateThread(tx, threadId, { unread: 0 });
  const sent = await messageById(tx, principal.workspaceId, id);
  if (!sent) throw new Error(`message ${id} was not written`);
  return messageView(sent);
}

/** The requested channel; else that of the last conversation; else the first that reaches the contact. */
function channelOf(contact: StoredRecord, threads: readonly ThreadRow[], requested: MessageChannel | undefined) {
  const last = threads.map(({ channel }) => MESSAGE_CHANNELS.find((known) => known === channel)).find(Boolean);
  const found = requested ?? last ?? CHANNEL_ORDER.find((channel) => isReachable(contact, channel));
  if (found) return found;
  const lacks = CHANNEL_ORDER.map((channel) => LACKS[channel]).join(', ');
  throw new Refusal('unprocessable', `Contact ${contact.id} cannot be reached: it has ${lacks}`);
}

async function assertCanWrite({ tx }: Context, contact: StoredRecord, channel: MessageChannel): Promise<void> {
  if ((await suppressedContacts(tx, [contact.id])).has(contact.id)) {
    throw new Refusal('unprocessable', `Contact ${contact.id} is blocklisted or opted out: it must not be contacted`);
  }
  if (isReachable(contact, channel)) return;
  throw new Refusal('unprocessable', `Contact ${contact.id} has ${LACKS[channel]}`, { type: channel });
}

function assertHasContent(input: ReplyInput, channel: MessageChannel, threads: readonly ThreadRow[]): void {
  const { message, attachment, subject = '' } = input;
  const isFirstEmail = channel === 'EMAIL' && !threads.some((thread) => thread.channel === 'EMAIL');
  const problems = Problems.none();
  if (message.trim() === '' && attachment === undefined)
    problems.error(['message'], 'required', 'is required without an attachment');
  if (isFirstEmail && subject.trim() === '')
    problems.error(['subject'], 'required', 'is required for the first email of a conversation');
  refuseProblems(problems.found);
}

/** What a contact lacks that a channel does not reach. */
const LACKS: Readonly<Record<MessageChannel, string>> = {
  EMAIL: 'no email address',
  NETWORK: 'no network profile',
  WHATSAPP: 'no phone number',
};

/** The order in which channels are tried if there is no conversation yet. */
const CHANNEL_ORDER: readonly MessageChannel[] = ['EMAIL', 'NETWORK', 'WHATSAPP'];

const isReachable = (contact: StoredRecord, channel: MessageChannel): boolean =>
  sentTo(contact, channel).contactAddress !== null;
