import type { Context } from '../../core/context.ts';
import { updateRecord } from '../records/update.ts';
import type { CompanyView } from '../records/view.ts';
import { COMPANIES } from './queries/companies.ts';
import { showCompany } from './show.ts';

/** Changes fields; null clears. Throws Refusal `not_found`, or `invalid` naming fields that are not editable. */
export async function updateCompany(
  context: Context,
  id: number,
  body: Readonly<Record<string, unknown>>,
): Promise<CompanyView> {
  await updateRecord(context, COMPANIES, id, body);
  return showCompany(context, id);
}
