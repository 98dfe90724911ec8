// The contacts at a company: for the pages of the local service.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../core/paging.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { recordsById } from '../records/queries/records.ts';
import { workspaceFields } from '../records/requested-fields.ts';
import { contactViews } from '../records/view.ts';
import { contactPageAt } from './queries/by-company.ts';
import { CONTACTS } from './queries/contacts.ts';

/** By name. */
export async function listPeople(
  context: Context,
  companyId: number,
  query: PageRequest,
): Promise<ReplyOf<Table['contacts']['list']>> {
  const { tx, principal } = context;
  const { customs } = await workspaceFields(context, 'CONTACT');
  const { ids, total } = await contactPageAt(tx, principal.workspaceId, companyId, windowOf(query));
  const byId = new Map((await recordsById(tx, CONTACTS, principal.workspaceId, ids)).map((one) => [one.id, one]));
  const contacts = ids.flatMap((id) => byId.get(id) ?? []);
  const companies = await recordsById(tx, COMPANIES, principal.workspaceId, [companyId]);
  return {
    contacts: await contactViews(context, contacts, companies, { fields: [], customs }),
    ...pagingOf(query, total),
  };
}
