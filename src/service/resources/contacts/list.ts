import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { recordsById } from '../records/queries/records.ts';
import { requestedFields, workspaceFields } from '../records/requested-fields.ts';
import { findIds, pageInfo, type RecordQuery } from '../records/search.ts';
import { contactViews } from '../records/view.ts';
import { CONTACTS } from './queries/contacts.ts';

/**
 * A page of contacts, lowest id first: members of a list, records of an enrichment run, or matches of words and filters.
 * Throws Refusal `invalid` for unknown fields or wrong filters, `not_found` for the list or run.
 */
export async function listContacts(context: Context, query: RecordQuery): Promise<ReplyOf<Table['contacts']['list']>> {
  const { tx, principal } = context;
  const fields = await workspaceFields(context, 'CONTACT');
  const extras = { fields: requestedFields(fields, query.fields), customs: fields.customs };
  const page = await findIds(context, fields, query);
  const contacts = await recordsById(tx, CONTACTS, principal.workspaceId, page.ids);
  const companyIds = new Set(contacts.flatMap(({ companyId }) => companyId ?? []));
  const companies = await recordsById(tx, COMPANIES, principal.workspaceId, companyIds);
  return { contacts: await contactViews(context, contacts, companies, extras), ...pageInfo(query, page) };
}
