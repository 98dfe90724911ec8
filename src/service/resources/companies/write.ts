import type { ItemOf } from '../../../contract/endpoint.ts';
import type { Parsed } from '../../../contract/table.ts';
import { companyItem } from '../../../rules/records/items.ts';
import type { CompanyUpserted } from '../../../rules/records/upsert/plan.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { showCompany } from '../contacts/read.ts';
import { bulkResult, singleOutcome } from '../records/bulk.ts';
import { updateRecord } from '../records/update.ts';
import { upsertCompanies } from '../records/upsert.ts';
import { textValue } from '../records/view.ts';
import { COMPANIES } from './queries/companies.ts';

type CompanyBody = Parsed<'companies', 'create'>['body'];

/** One company, as one item of a bulk. Throws Refusal where the item would have failed. */
export async function createCompany(context: Context, body: CompanyBody) {
  const [outcome] = await upsertCompanies(context, [companyItem(body)]);
  return upsertedCompany(context, singleOutcome(outcome));
}

/** Items are processed in order and independently: one that fails does not affect the others. */
export function bulkCreateCompanies(context: Context, items: readonly ItemOf<CompanyBody>[]) {
  const write = (valid: readonly CompanyBody[]) => upsertCompanies(context, valid.map(companyItem));
  return bulkResult(items, write, (upserted) => ({ company: upsertedCompany(context, upserted) }));
}

/** Changes fields; null clears. Throws Refusal `not_found`, or `invalid` naming fields that are not editable. */
export async function updateCompany(context: Context, id: number, body: Readonly<Record<string, unknown>>) {
  await updateRecord(context, COMPANIES, id, body);
  return showCompany(context, id);
}

function upsertedCompany({ appUrl }: Context, { record, outcome, matchedBy, warnings }: CompanyUpserted) {
  const { id, createdAt, updatedAt, standard } = record;
  return {
    id,
    appUrl: appUrl('companies', id),
    name: textValue(standard, 'name'),
    domain: textValue(standard, 'domain'),
    companyNetworkUrl: textValue(standard, 'companyNetworkUrl'),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    outcome,
    ...(matchedBy && { matchedBy }),
    warnings: [...warnings],
  };
}
