import type { Channel } from '../../../contract/inbox/enums.ts';
import type { Parsed, ReplyData } from '../../../contract/table.ts';
import type { StoredRecord } from '../../../rules/records/upsert/pending-record.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, found } from '../../core/context.ts';
import { byId } from '../../core/sql.ts';
import { SLOT_MS } from '../../core/time-span.ts';
import { emailOf, phoneOf } from '../campaigns/execution/recipients.ts';
import { campaignNames } from '../campaigns/queries/campaigns.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { requireIdentity } from '../identities/identities.ts';
import { identityNames } from '../identities/queries/identities.ts';
import { recordsById } from '../records/queries/records.ts';
import { requireRecord } from '../records/search.ts';
import { textValue } from '../records/view.ts';
import {
  type Attachment,
  type MessageRow,
  messageById,
  messagePage,
  messagesById,
  type OutboxFilter,
  outboxRows,
  type SentTo,
} from './queries/messages.ts';

/** Messages from and to a contact, newest first. Throws Refusal `not_found` for the contact, or for an identity in the query. */
export async function listMessages(context: Context, contactId: number, query: Parsed<'inbox', 'messages'>['query']) {
  await requireRecord(context, CONTACTS, contactId);
  if (query.senderIdentityId !== undefined) await requireIdentity(context, query.senderIdentityId);
  const { rows, paging } = await messagePage(context.tx, context.principal.workspaceId, contactId, query);
  return { messages: rows.map(messageView), ...paging };
}

export type MessageView = ReplyData<'inbox', 'reply'>;

const timeOf = (at: number | null): string | null => (at === null ? null : isoTime(at));

export function messageView(row: MessageRow): MessageView {
  return {
    id: row.id,
    threadId: row.threadId,
    contactId: row.contactId,
    senderIdentityId: row.identityId,
    channel: row.channel,
    direction: row.direction,
    status: row.status,
    subject: row.subject,
    message: row.body,
    attachments: [...row.attachments],
    campaignId: row.campaignId,
    stepId: row.stepId,
    requestId: row.requestId,
    at: isoTime(row.at),
    openedAt: timeOf(row.openedAt),
    clickedAt: timeOf(row.clickedAt),
    viewedAt: timeOf(row.viewedAt),
    createdAt: isoTime(row.createdAt),
  };
}

/** The fields of a step or manual reply that describe an attachment. */
export interface AttachmentInput {
  readonly attachment?: string | undefined;
  readonly attachmentName?: string | undefined;
  readonly contentType?: Attachment['contentType'] | undefined;
}

export function attachmentsOf({ attachment, attachmentName, contentType }: AttachmentInput): Attachment[] {
  if (attachment === undefined) return [];
  return [{ attachment, name: attachmentName ?? null, contentType: contentType ?? null }];
}

// Whom a message goes to: the name and the address that it is sent with.

function contactName({ standard }: Pick<StoredRecord, 'standard'>): string | null {
  const names = ['firstName', 'lastName'].map((key) => textValue(standard, key));
  return names.filter((name) => name).join(' ') || null;
}

export function sentTo(contact: StoredRecord, channel: Channel): SentTo {
  const addresses: Readonly<Record<Channel, () => string | null>> = {
    EMAIL: () => emailOf({ contact }),
    WHATSAPP: () => phoneOf({ contact }),
    NETWORK: () => textValue(contact.standard, 'networkProfileUrl'),
    TASK: () => null,
  };
  return { contactName: contactName(contact), contactAddress: addresses[channel]() };
}

// What was sent, or would have been: for the pages of the local service.

export interface OutboxMessage extends MessageView {
  readonly contactName: string;
  readonly contactAddress: string | null;
  readonly hasContact: boolean;
  readonly senderName: string;
  readonly senderAddress: string | null;
  /** HTML that follows the text. */
  readonly signature: string | null;
  readonly campaignName: string | null;
}

/** Newest first. `nextBefore`: where the next page begins; null if this is the last. `slots` and `isMore`: as `outboxRows`. */
export async function listOutbox(
  context: Context,
  filter: OutboxFilter,
  { before, limit }: { readonly before: number | null; readonly limit: number },
) {
  const { tx, principal } = context;
  const { ids, slots, isMore } = await outboxRows(tx, principal.workspaceId, filter, { before, limit: limit + 1 });
  const displayed = ids.slice(0, limit);
  const known = byId(await messagesById(tx, displayed));
  const rows = displayed.flatMap((id) => known.get(id) ?? []);
  return {
    messages: await withNames(context, rows),
    nextBefore: ids.length > limit ? (displayed.at(-1) ?? null) : null,
    slots: slots.map(({ slot, n }) => ({ at: slot * SLOT_MS, n, kind: 'sent' as const })),
    isMore,
  };
}

/** One message, to or from a contact, of a deleted one as well. Throws Refusal `not_found`. */
export async function showMessage(context: Context, id: number): Promise<OutboxMessage> {
  const row = await messageById(context.tx, context.principal.workspaceId, id);
  const [message] = row ? await withNames(context, [row]) : [];
  return found(message, 'message', id);
}

async function withNames({ tx, principal }: Context, rows: readonly MessageRow[]): Promise<OutboxMessage[]> {
  const { workspaceId } = principal;
  const contactIds = new Set(rows.map(({ contactId }) => contactId));
  const contacts = byId(await recordsById(tx, CONTACTS, workspaceId, contactIds));
  const senders = await identityNames(tx, workspaceId);
  const campaigns = new Map((await campaignNames(tx, workspaceId)).map(({ id, name }) => [id, name]));
  return rows.map((row) => {
    const { contactId, identityId, campaignId, isOrphan } = row;
    const contact = isOrphan ? undefined : contacts.get(contactId);
    return {
      ...messageView(row),
      contactName: row.contactName ?? (contact && contactName(contact)) ?? `contact ${contactId}`,
      contactAddress: row.contactAddress ?? (contact ? sentTo(contact, row.channel).contactAddress : null),
      hasContact: contact !== undefined,
      senderName: row.senderName ?? senders.get(identityId) ?? `identity ${identityId}`,
      senderAddress: row.senderAddress,
      signature: row.signature,
      campaignName: campaignId === null ? null : (campaigns.get(campaignId) ?? `campaign ${campaignId}`),
    };
  });
}
