// Contacts: the use cases behind /v1/contacts and /v1/contact (SERVICE-API, Contacts and companies).

import type { ItemOf, ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { contactItem } from '../../../rules/records/items.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { leaveEveryCampaign } from '../campaigns/contacts.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { forgetTags } from '../inbox/queries/tags.ts';
import { markThreadsDeleted } from '../inbox/queries/threads.ts';
import { deleteMembership } from '../lists/queries/lists.ts';
import { bulkOutcome, singleOutcome } from '../records/bulk.ts';
import { changeRecord, recordOf } from '../records/change.ts';
import type { ContactUpserted } from '../records/plan.ts';
import { deleteRecord, recordsById } from '../records/queries/records.ts';
import { workspaceFields } from '../records/requested-fields.ts';
import { type Asked, findContacts } from '../records/search.ts';
import { type ContactRecord, showContact } from '../records/view.ts';
import { leaveRuns } from '../workflows/execution/finish.ts';
import { CONTACTS } from './queries/contacts.ts';

/** Merging is half of the service's code, and a read needs none of it. */
const merging = () => import('../records/upsert.ts');

type Rows = Table['contacts'];
type ContactInput = ParsedOf<Rows['create']>['body'];
type Entry = ReplyOf<Rows['bulkCreate']>['results'][number];
type ContactResult = ReplyOf<Rows['create']>;

/** Items are processed one after the other and independently: one that fails takes no other with it. */
export function createContacts(
  context: Context,
  items: readonly ItemOf<ContactInput>[],
): Promise<ReplyOf<Rows['bulkCreate']>> {
  return bulkOutcome<ContactInput, ContactUpserted, Entry>(
    items,
    async (sound) => (await merging()).upsertContacts(context, sound.map(contactItem)),
    {
      done: (index, upserted) => ({ index, success: true, contact: showResult(context, upserted) }),
      failed: (index, error) => ({ index, success: false, error }),
    },
  );
}

/** One contact, as one item of a bulk. Throws Refusal where the item would have failed. */
export async function createContact(context: Context, body: ContactInput): Promise<ContactResult> {
  const [outcome] = await (await merging()).upsertContacts(context, [contactItem(body)]);
  return showResult(context, singleOutcome(outcome));
}

function showResult(
  { appUrl }: Context,
  { record, outcome, matchedBy, warnings, company }: ContactUpserted,
): ContactResult {
  const { id, companyId, createdAt, standard } = record;
  const text = (field: string): string | null => {
    const value = standard.get(field);
    return value === undefined ? null : String(value);
  };
  return {
    id,
    appUrl: appUrl('contacts', id),
    firstName: text('firstName'),
    lastName: text('lastName'),
    professionalEmail: text('professionalEmail'),
    networkProfileUrl: text('networkProfileUrl'),
    companyId,
    companyAppUrl: companyId === null ? null : appUrl('companies', companyId),
    createdAt: isoTime(createdAt),
    contactOutcome: outcome,
    ...(matchedBy && { contactMatchedBy: matchedBy }),
    ...(company && { companyOutcome: company.outcome }),
    ...(company?.matchedBy && { companyMatchedBy: company.matchedBy }),
    warnings: [...warnings, ...(company?.warnings ?? [])],
  };
}

/** Throws Refusal `not_found`. */
export async function getContact(context: Context, id: number): Promise<ContactRecord> {
  const { tx, who } = context;
  const contact = await recordOf(context, CONTACTS, id);
  const { customs } = await workspaceFields(context, 'CONTACT');
  const { companyId } = contact;
  const [company] = companyId === null ? [] : await recordsById(tx, COMPANIES, who.workspaceId, [companyId]);
  return showContact(context, contact, { company: company ?? null, leadsCount: 0 }, { fields: [], customs });
}

/** Changes fields; null clears. Throws Refusal `not_found`, or `invalid` naming fields that are not editable. */
export async function updateContact(
  context: Context,
  id: number,
  body: Readonly<Record<string, unknown>>,
): Promise<ContactRecord> {
  await changeRecord(context, CONTACTS, id, body);
  return getContact(context, id);
}

/** For good: every list and campaign loses it, its conversations are marked deleted, no answer shows it again (SERVICE-API, DELETE one contact). */
export async function deleteContact(context: Context, id: number): Promise<{ id: number; deleted: true }> {
  const { tx, who, now } = context;
  await recordOf(context, CONTACTS, id);
  await deleteMembership(tx, who.workspaceId, 'CONTACT', id);
  await leaveRuns(context, 'LEAD', id);
  await leaveEveryCampaign(context, id);
  await markThreadsDeleted(tx, who.workspaceId, id, now);
  await forgetTags(tx, id);
  await deleteRecord(tx, CONTACTS, who.workspaceId, id);
  return { id, deleted: true };
}

/** A page of contacts. Throws Refusal as `findContacts` does. */
export async function listContacts(context: Context, asked: Asked): Promise<ReplyOf<Rows['list']>> {
  const { records: contacts, ...page } = await findContacts(context, asked);
  return { contacts, ...page };
}
