import type { EntityName } from '../../../contract/entities.ts';
import type { ReplyData } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { byId, type PageRequest } from '../../core/sql.ts';
import { COMPANIES, leadsCounts } from '../companies/queries/companies.ts';
import { recordsById } from '../records/queries/records.ts';
import { findIds, type RecordQuery, requestedFields, requireRecord, workspaceFields } from '../records/search.ts';
import { type CompanyView, type ContactView, companyView, contactView, contactViews } from '../records/view.ts';
import { CONTACTS, contactPageAt, listsOf } from './queries/contacts.ts';

/** Throws Refusal `not_found`. */
export async function showContact(context: Context, id: number): Promise<ContactView> {
  const { tx, principal } = context;
  const contact = await requireRecord(context, CONTACTS, id);
  const { customs } = await workspaceFields(context, 'CONTACT');
  const { companyId } = contact;
  const [company] = companyId === null ? [] : await recordsById(tx, COMPANIES, principal.workspaceId, [companyId]);
  return contactView(context, contact, { company: company ?? null, leadsCount: 0 }, { fields: [], customs });
}

/**
 * A page of contacts, lowest id first: members of a list, records of an enrichment run, or matches of words and filters.
 * Throws Refusal `invalid` for unknown fields or wrong filters, `not_found` for the list or run.
 */
export async function listContacts(context: Context, query: RecordQuery): Promise<ReplyData<'contacts', 'list'>> {
  const { tx, principal } = context;
  const fields = await workspaceFields(context, 'CONTACT');
  const extras = { fields: requestedFields(fields, query.fields), customs: fields.customs };
  const page = await findIds(context, fields, query);
  const contacts = await recordsById(tx, CONTACTS, principal.workspaceId, page.ids);
  const companyIds = new Set(contacts.flatMap(({ companyId }) => companyId ?? []));
  const companies = await recordsById(tx, COMPANIES, principal.workspaceId, companyIds);
  return { contacts: await contactViews(context, contacts, companies, extras), ...page.paging };
}

export async function listsOfRecord({ tx, principal }: Context, entity: EntityName, id: number) {
  return listsOf(tx, principal.workspaceId, entity, id);
}

export async function listPeople(context: Context, companyId: number, query: PageRequest) {
  const { tx, principal } = context;
  const { customs } = await workspaceFields(context, 'CONTACT');
  const { ids, paging } = await contactPageAt(tx, principal.workspaceId, companyId, query);
  const contactOf = byId(await recordsById(tx, CONTACTS, principal.workspaceId, ids));
  const contacts = ids.flatMap((id) => contactOf.get(id) ?? []);
  const companies = await recordsById(tx, COMPANIES, principal.workspaceId, [companyId]);
  return {
    contacts: await contactViews(context, contacts, companies, { fields: [], customs }),
    ...paging,
  };
}

/** Throws Refusal `not_found`. */
export async function showCompany(context: Context, id: number): Promise<CompanyView> {
  const company = await requireRecord(context, COMPANIES, id);
  const { customs } = await workspaceFields(context, 'COMPANY');
  const counts = await leadsCounts(context.tx, context.principal.workspaceId, [id]);
  return companyView(context, company, counts.get(id) ?? 0, { fields: [], customs });
}

/**
 * A page of companies, lowest id first: members of a list, records of an enrichment run, or matches of words and
 * filters. Throws Refusal `invalid` for unknown fields or wrong filters, `not_found` for the list or run.
 */
export async function listCompanies(context: Context, query: RecordQuery) {
  const { tx, principal } = context;
  const fields = await workspaceFields(context, 'COMPANY');
  const extras = { fields: requestedFields(fields, query.fields), customs: fields.customs };
  const page = await findIds(context, fields, query);
  const stored = await recordsById(tx, COMPANIES, principal.workspaceId, page.ids);
  const counts = await leadsCounts(tx, principal.workspaceId, page.ids);
  const companies = stored.map((company) => companyView(context, company, counts.get(company.id) ?? 0, extras));
  return { companies, ...page.paging };
}
