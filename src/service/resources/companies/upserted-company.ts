import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { CompanyUpserted } from '../records/plan.ts';
import { textValue } from '../records/view.ts';

/** What creating or merging a company answers. */
export function upsertedCompany(
  { appUrl }: Context,
  { record, outcome, matchedBy, warnings }: CompanyUpserted,
): ReplyOf<Table['companies']['create']> {
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
