import type { ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { companyItem } from '../../../rules/records/items.ts';
import type { Context } from '../../core/context.ts';
import { singleOutcome } from '../records/bulk.ts';
import { upsertCompanies } from '../records/upsert.ts';
import { upsertedCompany } from './upserted-company.ts';

type CreateCompanyRow = Table['companies']['create'];

/** One company, as one item of a bulk. Throws Refusal where the item would have failed. */
export async function createCompany(
  context: Context,
  body: ParsedOf<CreateCompanyRow>['body'],
): Promise<ReplyOf<CreateCompanyRow>> {
  const [outcome] = await upsertCompanies(context, [companyItem(body)]);
  return upsertedCompany(context, singleOutcome(outcome));
}
