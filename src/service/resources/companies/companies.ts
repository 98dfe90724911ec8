// Companies: the use cases behind /v1/companies and /v1/company (SERVICE-API, Contacts and companies).

import type { ItemOf, ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { companyItem } from '../../../rules/records/items.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { bulkOutcome, singleOutcome } from '../records/bulk.ts';
import { changeRecord, recordOf } from '../records/change.ts';
import type { CompanyUpserted } from '../records/plan.ts';
import { workspaceFields } from '../records/requested-fields.ts';
import { type Asked, findCompanies } from '../records/search.ts';
import { type CompanyRecord, showCompany } from '../records/view.ts';
import { COMPANIES, leadsCounts } from './queries/companies.ts';

/** Merging is half of the service's code, and a read needs none of it. */
const merging = () => import('../records/upsert.ts');

type Rows = Table['companies'];
type CompanyInput = ParsedOf<Rows['create']>['body'];
type Entry = ReplyOf<Rows['bulkCreate']>['results'][number];
type CompanyResult = ReplyOf<Rows['create']>;

/** Items are processed one after the other and independently: one that fails takes no other with it. */
export function createCompanies(
  context: Context,
  items: readonly ItemOf<CompanyInput>[],
): Promise<ReplyOf<Rows['bulkCreate']>> {
  return bulkOutcome<CompanyInput, CompanyUpserted, Entry>(
    items,
    async (sound) => (await merging()).upsertCompanies(context, sound.map(companyItem)),
    {
      done: (index, upserted) => ({ index, success: true, company: showResult(context, upserted) }),
      failed: (index, error) => ({ index, success: false, error }),
    },
  );
}

/** One company, as one item of a bulk. Throws Refusal where the item would have failed. */
export async function createCompany(context: Context, body: CompanyInput): Promise<CompanyResult> {
  const [outcome] = await (await merging()).upsertCompanies(context, [companyItem(body)]);
  return showResult(context, singleOutcome(outcome));
}

function showResult({ appUrl }: Context, { record, outcome, matchedBy, warnings }: CompanyUpserted): CompanyResult {
  const { id, createdAt, updatedAt, standard } = record;
  const text = (field: string): string | null => {
    const value = standard.get(field);
    return value === undefined ? null : String(value);
  };
  return {
    id,
    appUrl: appUrl('companies', id),
    name: text('name'),
    domain: text('domain'),
    companyNetworkUrl: text('companyNetworkUrl'),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    outcome,
    ...(matchedBy && { matchedBy }),
    warnings: [...warnings],
  };
}

/** Throws Refusal `not_found`. */
export async function getCompany(context: Context, id: number): Promise<CompanyRecord> {
  const company = await recordOf(context, COMPANIES, id);
  const { customs } = await workspaceFields(context, 'COMPANY');
  const counts = await leadsCounts(context.tx, context.principal.workspaceId, [id]);
  return showCompany(context, company, counts.get(id) ?? 0, { fields: [], customs });
}

/** Changes fields; null clears. Throws Refusal `not_found`, or `invalid` naming fields that are not editable. */
export async function updateCompany(
  context: Context,
  id: number,
  body: Readonly<Record<string, unknown>>,
): Promise<CompanyRecord> {
  await changeRecord(context, COMPANIES, id, body);
  return getCompany(context, id);
}

/** A page of companies. Throws Refusal as `findCompanies` does. */
export async function listCompanies(context: Context, asked: Asked): Promise<ReplyOf<Rows['list']>> {
  const { records: companies, ...page } = await findCompanies(context, asked);
  return { companies, ...page };
}
