import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Channel } from '../../../contract/inbox/enums.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { requireIdentity } from '../identities/lookup.ts';
import { requireRecord } from '../records/lookup.ts';
import { messageView } from './message-view.ts';
import { messagePage } from './queries/messages.ts';

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
