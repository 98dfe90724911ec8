// EXPORT_TO_CRM, SYNC_LEAD_WITH_CRM and SYNC_COMPANY_WITH_CRM. The CRM stand-in stores nothing; only its ids and the date
// of the last contact are stored here.

import type { EntityName } from '../../../../contract/entities.ts';
import type { EditableRecord } from '../../../../rules/records/upsert/pending-record.ts';
import type { Context } from '../../../core/context.ts';
import { isSwitchedOn } from '../../../core/features.ts';
import { hashOf } from '../../../stand-ins/draw.ts';
import { type CrmKey, crmIdFor, matchInCrm } from '../../../stand-ins/providers.ts';
import { contactIdsAt } from '../../contacts/queries/contacts.ts';
import {
  type ActionOptions,
  type ActionOutcome,
  type AssociatedContacts,
  Batch,
  failed,
  skipped,
  succeeded,
  textOf,
} from './batch.ts';
import { mailDomain } from './email.ts';

type CrmExportOptions = ActionOptions<'EXPORT_TO_CRM'>;
type SyncOptions = ActionOptions<'SYNC_LEAD_WITH_CRM'>;

const DAY_MS = 86_400_000;

function contactKey(batch: Batch, contact: EditableRecord): CrmKey {
  const name = [textOf(contact, 'firstName'), textOf(contact, 'lastName')].filter((part) => part !== null).join(' ');
  const company = batch.companyOf(contact);
  return {
    email: textOf(contact, 'professionalEmail'),
    name: name || null,
    company: textOf(company, 'name') ?? mailDomain(company),
  };
}

function companyKey(company: EditableRecord): CrmKey {
  return { domain: mailDomain(company), name: textOf(company, 'name') };
}

async function isConnected({ context }: Batch): Promise<boolean> {
  return isSwitchedOn(context.tx, 'crm');
}

export async function exportToCrm(batch: Batch, entity: EntityName, ids: readonly number[], options: CrmExportOptions) {
  if (!(await isConnected(batch))) return ids.map((id) => failed(id, 'CRM_NOT_CONNECTED'));
  if (entity === 'COMPANY') return exportCompanies(batch, ids, options);
  return batch.each('CONTACT', ids, (contact) => {
    const outcome = exportContact(batch, contact, options);
    const company = batch.companyOf(contact);
    if (options.exportAssociatedObject && company !== null) exportCompany(batch, company);
    return outcome;
  });
}

async function exportCompanies(batch: Batch, ids: readonly number[], options: CrmExportOptions) {
  const outcomes = await batch.each('COMPANY', ids, (company) => exportCompany(batch, company));
  if (!options.exportAssociatedObject) return outcomes;
  const { associationType } = options;
  const { causedBy } = batch.context;
  const all = { companyIds: ids, after: 0, ...(associationType && { associationType }), ...(causedBy && { causedBy }) };
  batch.later = await exportSlice(batch, all);
  return outcomes;
}

/** About 25 ms. */
const SLICE_CONTACTS = 200;

/** Returns what is left. */
async function exportSlice(batch: Batch, contacts: AssociatedContacts): Promise<AssociatedContacts | null> {
  const { tx, principal } = batch.context;
  const limit = SLICE_CONTACTS + 1;
  const ids = await contactIdsAt(tx, principal.workspaceId, contacts.companyIds, { after: contacts.after, limit });
  const slice = ids.slice(0, SLICE_CONTACTS);
  await batch.read('CONTACT', slice);
  await batch.each('CONTACT', slice, (contact) => exportContact(batch, contact, contacts));
  return ids.length < limit ? null : { ...contacts, after: slice.at(-1) ?? contacts.after };
}

/** Exports the next of them; returns what is left. */
export async function exportAssociated(context: Context, contacts: AssociatedContacts) {
  const { causedBy } = contacts;
  const batch = new Batch({ ...context, ...(causedBy && { causedBy }) });
  if (!(await isConnected(batch))) return null;
  await batch.read('COMPANY', contacts.companyIds);
  const left = await exportSlice(batch, contacts);
  await batch.save();
  return left;
}

/** A CRM requires a last name. The association `LEAD` exports a contact as a lead of the CRM; anything else as a contact. */
function exportContact(
  batch: Batch,
  contact: EditableRecord,
  { associationType }: Pick<CrmExportOptions, 'associationType'>,
): ActionOutcome {
  const isLead = associationType?.trim().toUpperCase() === 'LEAD';
  const field = isLead ? 'leadCRMId' : 'contactCRMId';
  const input = textOf(contact, field);
  if (textOf(contact, 'lastName') === null) return failed(contact.id, 'NO_NAME');
  const id = input ?? crmIdFor(isLead ? 'LEAD' : 'CONTACT', contactKey(batch, contact));
  if (id === null) return failed(contact.id, 'MISSING_DATA');
  batch.set('CONTACT', contact, { [field]: id, lastActivityAtCRM: batch.context.now });
  return succeeded(contact.id, 0);
}

function exportCompany(batch: Batch, company: EditableRecord): ActionOutcome {
  const id = textOf(company, 'companyCRMId') ?? crmIdFor('COMPANY', companyKey(company));
  if (id === null) return failed(company.id, 'NO_NAME');
  batch.set('COMPANY', company, { companyCRMId: id, lastActivityAtCRM: batch.context.now });
  return succeeded(company.id, 0);
}

/** A date within the last three months, the same for a record all day. */
function lastActivity({ context }: Batch, crmId: string): number {
  const today = Math.floor(context.now / DAY_MS) * DAY_MS;
  return today - (hashOf('activity', crmId) % 90) * DAY_MS;
}

/** Looks up each contact in the CRM; `fullResync` clears stored ids and matches every record again. */
export async function syncLeads(batch: Batch, ids: readonly number[], { fullResync }: SyncOptions) {
  if (!(await isConnected(batch))) return ids.map((id) => failed(id, 'CRM_NOT_CONNECTED'));
  return batch.each('CONTACT', ids, (contact) => {
    const [contactId, leadId] = [textOf(contact, 'contactCRMId'), textOf(contact, 'leadCRMId')];
    const key = contactKey(batch, contact);
    if (!fullResync && (contactId ?? leadId) !== null) {
      batch.set('CONTACT', contact, { lastActivityAtCRM: lastActivity(batch, contactId ?? leadId ?? '') });
      return succeeded(contact.id, 0);
    }
    const contactCRMId = matchInCrm('CONTACT', key, contactId);
    // A lead is only looked up if there was one: most CRMs convert leads to contacts.
    const leadCRMId = leadId === null ? null : matchInCrm('LEAD', key, leadId);
    const found = contactCRMId ?? leadCRMId;
    const lastActivityAtCRM = found === null ? null : lastActivity(batch, found);
    // At once: an id that is found again was not updated.
    if (fullResync || found !== null) batch.set('CONTACT', contact, { contactCRMId, leadCRMId, lastActivityAtCRM });
    if (found !== null) return succeeded(contact.id, 0);
    return crmIdFor('CONTACT', key) === null ? skipped(contact.id, 'MISSING_DATA') : failed(contact.id, 'NOT_IN_CRM');
  });
}

export async function syncCompanies(batch: Batch, ids: readonly number[], { fullResync }: SyncOptions) {
  if (!(await isConnected(batch))) return ids.map((id) => failed(id, 'CRM_NOT_CONNECTED'));
  return batch.each('COMPANY', ids, (company) => {
    const input = textOf(company, 'companyCRMId');
    if (!fullResync && input !== null) {
      batch.set('COMPANY', company, { lastActivityAtCRM: lastActivity(batch, input) });
      return succeeded(company.id, 0);
    }
    const key = companyKey(company);
    const companyCRMId = matchInCrm('COMPANY', key, input);
    const lastActivityAtCRM = companyCRMId === null ? null : lastActivity(batch, companyCRMId);
    if (fullResync || companyCRMId !== null) batch.set('COMPANY', company, { companyCRMId, lastActivityAtCRM });
    return companyCRMId === null ? failed(company.id, 'NOT_IN_CRM') : succeeded(company.id, 0);
  });
}
