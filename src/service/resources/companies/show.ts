import type { Context } from '../../core/context.ts';
import { requireRecord } from '../records/lookup.ts';
import { workspaceFields } from '../records/requested-fields.ts';
import { type CompanyView, companyView } from '../records/view.ts';
import { COMPANIES, leadsCounts } from './queries/companies.ts';

/** Throws Refusal `not_found`. */
export async function showCompany(context: Context, id: number): Promise<CompanyView> {
  const company = await requireRecord(context, COMPANIES, id);
  const { customs } = await workspaceFields(context, 'COMPANY');
  const counts = await leadsCounts(context.tx, context.principal.workspaceId, [id]);
  return companyView(context, company, counts.get(id) ?? 0, { fields: [], customs });
}
