import type { ItemOf } from '../../../contract/endpoint.ts';
import type { Parsed } from '../../../contract/table.ts';
import { contactItem } from '../../../rules/records/items.ts';
import type { ContactUpserted } from '../../../rules/records/upsert/plan.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, found } from '../../core/context.ts';
import { leaveEveryCampaign } from '../campaigns/enrolment/add-contacts.ts';
import { deleteContactTags } from '../inbox/queries/tags.ts';
import { markThreadsDeleted } from '../inbox/queries/threads.ts';
import { deleteMembership } from '../lists/queries/lists.ts';
import { bulkResult, singleOutcome } from '../records/bulk.ts';
import { deleteRecord, knownIds } from '../records/queries/records.ts';
import { updateRecord } from '../records/update.ts';
import { upsertContacts } from '../records/upsert.ts';
import { textValue } from '../records/view.ts';
import { leaveRuns } from '../workflows/execution/finish.ts';
import { CONTACTS } from './queries/contacts.ts';
import { showContact } from './read.ts';

type ContactBody = Parsed<'contacts', 'create'>['body'];

/** One contact, as one item of a bulk. Throws Refusal where the item would have failed. */
export async function createContact(context: Context, body: ContactBody) {
  const [outcome] = await upsertContacts(context, [contactItem(body)]);
  return upsertedContact(context, singleOutcome(outcome));
}

/** Items are processed in order and independently: one that fails does not affect the others. */
export function bulkCreateContacts(context: Context, items: readonly ItemOf<ContactBody>[]) {
  const write = (valid: readonly ContactBody[]) => upsertContacts(context, valid.map(contactItem));
  return bulkResult(items, write, (upserted) => ({ contact: upsertedContact(context, upserted) }));
}

/** Changes fields; null clears. Throws Refusal `not_found`, or `invalid` naming fields that are not editable. */
export async function updateContact(context: Context, id: number, body: Readonly<Record<string, unknown>>) {
  await updateRecord(context, CONTACTS, id, body);
  return showContact(context, id);
}

/**
 * Permanent: the contact leaves every list, campaign and workflow run, and its conversations are marked as deleted.
 * Throws Refusal `not_found`.
 */
export async function deleteContact(context: Context, id: number): Promise<{ id: number; deleted: true }> {
  const { tx, principal, now } = context;
  const [known] = await knownIds(tx, CONTACTS, principal.workspaceId, [id]);
  found(known, 'contact', id);
  await deleteMembership(tx, principal.workspaceId, 'CONTACT', id);
  await leaveRuns(context, 'LEAD', id);
  await leaveEveryCampaign(context, id);
  await markThreadsDeleted(tx, principal.workspaceId, id, now);
  await deleteContactTags(tx, id);
  await deleteRecord(tx, CONTACTS, principal.workspaceId, id);
  return { id, deleted: true };
}

function upsertedContact({ appUrl }: Context, { record, outcome, matchedBy, warnings, company }: ContactUpserted) {
  const { id, companyId, createdAt, standard } = record;
  return {
    id,
    appUrl: appUrl('contacts', id),
    firstName: textValue(standard, 'firstName'),
    lastName: textValue(standard, 'lastName'),
    professionalEmail: textValue(standard, 'professionalEmail'),
    networkProfileUrl: textValue(standard, 'networkProfileUrl'),
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
