import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { Context } from '../../../core/context.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { requireRecord } from '../../records/lookup.ts';
import { type ContactChannel, isSuppressed } from '../queries/enrolments.ts';
import { campaignOf } from '../view.ts';
import { channelsOf, countIn, enrolIn } from './enrol.ts';

const CHANNEL_NOUN: Readonly<Record<ContactChannel, string>> = {
  email: 'email address',
  network: 'network profile',
  phone: 'phone number',
};

/** Throws Refusal `not_found` for the campaign or the contact, `conflict` as `enrolIn` does. */
export async function addContact(
  context: Context,
  { campaignId, contactId }: { campaignId: number; contactId: number },
): Promise<ReplyOf<Table['campaigns']['addContact']>> {
  const campaign = await campaignOf(context, campaignId);
  await requireRecord(context, CONTACTS, contactId);
  const { added, reactivated, skipped } = await countIn(context, campaign, { contactId });
  await enrolIn(context, campaign, { contactId });
  const ids = { campaignId, contactId };
  if (added > 0) return { ...ids, outcome: 'ADDED' };
  if (reactivated > 0) return { ...ids, outcome: 'REACTIVATED' };
  if (skipped === 0) return { ...ids, outcome: 'ALREADY_PRESENT' };
  const reason = (await isSuppressed(context.tx, context.principal.workspaceId, contactId))
    ? 'the contact is blocklisted or opted out'
    : `no step can reach the contact: it has no ${(channelsOf(campaign) ?? []).map((channel) => CHANNEL_NOUN[channel]).join(' and no ')}`;
  return { ...ids, outcome: 'SKIPPED', reason };
}
