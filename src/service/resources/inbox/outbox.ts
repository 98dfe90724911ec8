// What was sent, or would have been: for the pages of the local service.

import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { campaignNames } from '../campaigns/queries/campaigns.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { identityNames } from '../identities/queries/senders.ts';
import { recordsById } from '../records/queries/records.ts';
import { type MessageView, messageView } from './messages.ts';
import { contactName, sentTo } from './parties.ts';
import { type MessageRow, messageById, messagesById } from './queries/messages.ts';
import { type OutboxFilter, outboxIds } from './queries/outbox.ts';

export interface OutboxMessage extends MessageView {
  readonly contactName: string;
  readonly contactAddress: string | null;
  /** Whether the contact is still there. */
  readonly hasContact: boolean;
  readonly senderName: string;
  readonly senderAddress: string | null;
  /** HTML that follows the text. */
  readonly signature: string | null;
  readonly campaignName: string | null;
}

/** Newest first. `nextBefore`: where the next page begins; null if this is the last. */
export async function listOutbox(
  context: Context,
  filter: OutboxFilter,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<{ readonly messages: readonly OutboxMessage[]; readonly nextBefore: number | null }> {
  const { tx, principal } = context;
  const ids = await outboxIds(tx, principal.workspaceId, filter, { before, limit: limit + 1 });
  const displayed = ids.slice(0, limit);
  const byId = new Map((await messagesById(tx, displayed)).map((row) => [row.id, row]));
  const messages = await withNames(
    context,
    displayed.flatMap((id) => byId.get(id) ?? []),
  );
  return { messages, nextBefore: ids.length > limit ? (displayed.at(-1) ?? null) : null };
}

/** One message, to or from a contact, of a deleted one as well. Throws Refusal `not_found`. */
export async function showMessage(context: Context, id: number): Promise<OutboxMessage> {
  const row = await messageById(context.tx, context.principal.workspaceId, id);
  const [message] = row ? await withNames(context, [row]) : [];
  if (!message) throw new Refusal('not_found', `There is no message ${id}`);
  return message;
}

async function withNames({ tx, principal }: Context, rows: readonly MessageRow[]): Promise<OutboxMessage[]> {
  const { workspaceId } = principal;
  const contactIds = new Set(rows.map(({ contactId }) => contactId));
  const contacts = new Map((await recordsById(tx, CONTACTS, workspaceId, contactIds)).map((one) => [one.id, one]));
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
