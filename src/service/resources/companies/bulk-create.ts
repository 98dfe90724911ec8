import type { ItemOf, ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { companyItem } from '../../../rules/records/items.ts';
import type { Context } from '../../core/context.ts';
import { bulkResult } from '../records/bulk.ts';
import type { CompanyUpserted } from '../records/plan.ts';
import { upsertCompanies } from '../records/upsert.ts';
import { upsertedCompany } from './upserted-company.ts';

type CompanyBody = ParsedOf<Table['companies']['create']>['body'];
type CompanyBulkReply = ReplyOf<Table['companies']['bulkCreate']>;

/** Items are processed in order and independently: one that fails does not affect the others. */
export function bulkCreateCompanies(
  context: Context,
  items: readonly ItemOf<CompanyBody>[],
): Promise<CompanyBulkReply> {
  return bulkResult<CompanyBody, CompanyUpserted, CompanyBulkReply['results'][number]>(
    items,
    (valid) => upsertCompanies(context, valid.map(companyItem)),
    {
      succeeded: (index, upserted) => ({ index, success: true, company: upsertedCompany(context, upserted) }),
      failed: (index, error) => ({ index, success: false, error }),
    },
  );
}
