import type { CompanyMatch } from '../../../../contract/companies/endpoints.ts';
import { companyDomainKey, companyWebsiteKey, networkPageKey } from '../../../../rules/records/addresses.ts';
import { companyKeys } from '../../../../rules/records/matching.ts';
import { inList, inTexts, raw, sql, type Tx } from '../../../core/sql.ts';
import type { RecordShape } from '../../records/queries/records.ts';

export const COMPANIES: RecordShape = {
  entity: 'COMPANY',
  table: 'companies',
  columns: new Map([
    ['name', 'name'],
    ['domain', 'domain'],
    ['website', 'website'],
    ['industry', 'industry'],
    ['companyNetworkUrl', 'network_url'],
    ['numberOfEmployees', 'number_of_employees'],
    ['companyCountry', 'country'],
    ['companyCRMId', 'crm_id'],
  ]),
  derived: new Map([
    ['isCompanyInCRM', (alias: string) => `(${alias}.crm_id is not null)`],
    [
      'leadsCount',
      (alias: string) =>
        `(select count(*) from contacts as lead where lead.workspace_id = ${alias}.workspace_id and lead.company_id = ${alias}.id)`,
    ],
    ['createdAt', (alias: string) => `${alias}.created_at`],
    ['updatedAt', (alias: string) => `${alias}.updated_at`],
  ]),
  wordless: new Set(['numberOfEmployees']),
  manyValued: new Set(),
  lookups: new Map([
    ['companyNetworkUrl', { column: 'network_key', keyOf: (url: string) => networkPageKey('COMPANY', url) }],
    ['domain', { column: 'domain_key', keyOf: companyDomainKey }],
    ['website', { column: 'website_key', keyOf: companyWebsiteKey }],
  ]),
  indexedAlone: new Set(),
  indexedWithCompany: new Set(),
  matchColumns: ['network_key', 'domain_key', 'website_key', 'name'],
  keyColumns: ['network_key', 'domain_key', 'website_key'],
  keysOf(standard) {
    const keys = companyKeys(standard);
    return [keys.NETWORK_URL, keys.DOMAIN, keys.WEBSITE];
  },
};

/** The column of each kind of match. A name is stored trimmed and is its own key. */
const MATCH_COLUMN: Readonly<Record<CompanyMatch, string>> = {
  NETWORK_URL: 'network_key',
  DOMAIN: 'domain_key',
  WEBSITE: 'website_key',
  NAME: 'name',
};

export interface KeyHit {
  readonly key: string;
  /** The oldest record that has it. */
  readonly id: number;
  /** Number of records that have it. */
  readonly n: number;
}

export async function companiesByKey(tx: Tx, workspaceId: number, by: CompanyMatch, keys: ReadonlySet<string>) {
  if (keys.size === 0) return [];
  const column = MATCH_COLUMN[by];
  return tx.all<KeyHit>(sql`select ${raw(column)} as key, min(id) as id, count(*) as n from companies
    where workspace_id = ${workspaceId} and ${raw(column)} ${inTexts(keys)} group by ${raw(column)}`);
}

/** Number of contacts by company id; companies without contacts are left out. */
export async function leadsCounts(tx: Tx, workspaceId: number, ids: Iterable<number>) {
  const rows = await tx.all<{ id: number; n: number }>(sql`select company_id as id, count(*) as n from contacts
    where workspace_id = ${workspaceId} and company_id ${inList(ids)} group by company_id`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
