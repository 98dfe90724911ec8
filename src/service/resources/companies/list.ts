import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { recordsById } from '../records/queries/records.ts';
import { requestedFields, workspaceFields } from '../records/requested-fields.ts';
import { findIds, pageInfo, type RecordQuery } from '../records/search.ts';
import { companyView } from '../records/view.ts';
import { COMPANIES, leadsCounts } from './queries/companies.ts';

/**
 * A page of companies, lowest id first: members of a list, records of an enrichment run, or matches of words and
 * filters. Throws Refusal `invalid` for unknown fields or wrong filters, `not_found` for the list or run.
 */
export async function listCompanies(
  context: Context,
  query: RecordQuery,
): Promise<ReplyOf<Table['companies']['list']>> {
  const { tx, principal } = context;
  const fields = await workspaceFields(context, 'COMPANY');
  const extras = { fields: requestedFields(fields, query.fields), customs: fields.customs };
  const page = await findIds(context, fields, query);
  const stored = await recordsById(tx, COMPANIES, principal.workspaceId, page.ids);
  const counts = await leadsCounts(tx, principal.workspaceId, page.ids);
  const companies = stored.map((company) => companyView(context, company, counts.get(company.id) ?? 0, extras));
  return { companies, ...pageInfo(query, page) };
}
