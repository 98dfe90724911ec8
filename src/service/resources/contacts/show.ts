import type { Context } from '../../core/context.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { requireRecord } from '../records/lookup.ts';
import { recordsById } from '../records/queries/records.ts';
import { workspaceFields } from '../records/requested-fields.ts';
import { type ContactView, contactView } from '../records/view.ts';
import { CONTACTS } from './queries/contacts.ts';

/** Throws Refusal `not_found`. */
export async function showContact(context: Context, id: number): Promise<ContactView> {
  const { tx, principal } = context;
  const contact = await requireRecord(context, CONTACTS, id);
  const { customs } = await workspaceFields(context, 'CONTACT');
  const { companyId } = contact;
  const [company] = companyId === null ? [] : await recordsById(tx, COMPANIES, principal.workspaceId, [companyId]);
  return contactView(context, contact, { company: company ?? null, leadsCount: 0 }, { fields: [], customs });
}
