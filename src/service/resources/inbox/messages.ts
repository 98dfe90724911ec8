import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Channel } from '../../../contract/inbox/enums.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { requireIdentity } from '../identities/lookup.ts';
import { requireRecord } from '../records/lookup.ts';
import { type MessageRow, messagePage } from './queries/messages.ts';

/** Messages from and to a contact, newest first. Throws Refusal `not_found` for the contact, or for an identity in the query. */
export async function listMessages(
  context: Context,
  contactId: number,
  query: { page: number; pageSize: number; senderIdentityId?: number | undefined; channel?: Channel | undefined },
): Promise<ReplyOf<Table['inbox']['messages']>> {
  const { tx, principal } = context;
  const { page, pageSize, senderIdentityId, channel } = query;
  await requireRecord(context, CONTACTS, contactId);
  if (senderIdentityId !== undefined) await requireIdentity(context, senderIdentityId);
  const filter = { identityId: senderIdentityId ?? null, channel: channel ?? null };
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await messagePage(tx, principal.workspaceId, contactId, filter, window);
  return { messages: rows.map(messageView), page, pageSize, total, hasNextPage: page * pageSize < total };
}

export type MessageView = ReplyOf<Table['inbox']['reply']>;

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
