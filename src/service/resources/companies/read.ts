import type { Context } from '../../core/context.ts';
import { recordsById } from '../records/queries/records.ts';
import { findIds, type RecordQuery, requestedFields, requireRecord, workspaceFields } from '../records/search.ts';
import { type CompanyView, companyView } from '../records/view.ts';
import { COMPANIES, leadsCounts } from './queries/companies.ts';

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
