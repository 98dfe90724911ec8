import type { EntityName } from '../../../../contract/entities.ts';
import { networkPageKey } from '../../../../rules/records/addresses.ts';
import { duplicateKeys } from '../../../../rules/records/duplicates.ts';
import { DECISION_WORDS, SCORE, SCORE_BANDS, TITLE_SEPARATORS } from '../../../../rules/records/icp-rating.ts';
import { crmIdKey, emailKey } from '../../../../rules/records/normalize.ts';
import type { Person, PersonHit } from '../../../../rules/records/upsert/known-records.ts';
import { inList, inTexts, type PageRequest, raw, sql, type Tx } from '../../../core/sql.ts';
import { FIXED_JOIN, unindexed } from '../../../db/rowset.ts';
import type { KeyHit } from '../../companies/queries/companies.ts';
import type { RecordShape } from '../../records/queries/records.ts';

/** `icpScore` of rules/records/icp-rating.ts as SQL. */
function scoreSql(alias: string): string {
  const title = TITLE_SEPARATORS.reduce((sql, text) => `replace(${sql}, '${text}', ' ')`, `lower(${alias}.job_title)`);
  const isTitle = DECISION_WORDS.map((word) => `instr(one.title, ' ${word} ') > 0`).join(' or ');
  return `(select case when ${isTitle} then ${SCORE.decides} else 0 end
      + case when co.number_of_employees >= ${SCORE.employeesMin} then ${SCORE.large} else 0 end
    from companies as co, (select ' ' || ${title} || ' ' as title) as one
    where co.id = ${alias}.company_id and trim(${alias}.job_title) <> '')`;
}

const bandSql = (alias: string): string =>
  `(select case ${SCORE_BANDS.map(([band, least]) => `when score >= ${least} then '${band}'`).join(' ')} end
    from (select ${scoreSql(alias)} as score) as one)`;

export const CONTACTS: RecordShape = {
  entity: 'CONTACT',
  table: 'contacts',
  columns: new Map([
    ['firstName', 'first_name'],
    ['lastName', 'last_name'],
    ['jobTitle', 'job_title'],
    ['professionalEmail', 'professional_email'],
    ['personalEmails', 'personal_emails'],
    ['mobilePhone', 'mobile_phone'],
    ['phones', 'phones'],
    ['networkProfileUrl', 'network_profile_url'],
    ['networkHeadline', 'network_headline'],
    ['contactCountry', 'country'],
    ['imageUrl', 'image_url'],
    ['emailVerificationStatus', 'email_verification_status'],
    ['contactCRMId', 'contact_crm_id'],
    ['leadCRMId', 'lead_crm_id'],
  ]),
  derived: new Map([
    ['companyId', (alias: string) => `${alias}.company_id`],
    ['isInCRM', (alias: string) => `(coalesce(${alias}.contact_crm_id, ${alias}.lead_crm_id) is not null)`],
    ['icpScore', scoreSql],
    ['scoreBand', bandSql],
    ['createdAt', (alias: string) => `${alias}.created_at`],
    ['updatedAt', (alias: string) => `${alias}.updated_at`],
  ]),
  wordless: new Set(['imageUrl', 'emailVerificationStatus']),
  manyValued: new Set(['personalEmails']),
  lookups: new Map([
    ['professionalEmail', { column: 'email_key', keyOf: emailKey }],
    ['networkProfileUrl', { column: 'network_key', keyOf: (url: string) => networkPageKey('CONTACT', url) }],
    ['contactCRMId', { column: 'contact_crm_key', keyOf: crmIdKey }],
    ['leadCRMId', { column: 'lead_crm_key', keyOf: crmIdKey }],
  ]),
  indexedAlone: new Set(['jobTitle']),
  indexedWithCompany: new Set(['firstName', 'lastName']),
  matchColumns: ['network_key'],
  keyColumns: ['network_key', 'full_name_key', 'email_key', 'contact_crm_key', 'lead_crm_key'],
  keysOf(standard) {
    const keys = duplicateKeys(standard);
    return [keys.networkUrl, keys.fullName, keys.professionalEmail, keys.contactCRMId, keys.leadCRMId];
  },
};

export async function contactsByProfile(tx: Tx, workspaceId: number, keys: ReadonlySet<string>): Promise<KeyHit[]> {
  if (keys.size === 0) return [];
  return tx.all<KeyHit>(sql`select network_key as key, min(id) as id, count(*) as n from contacts
    where workspace_id = ${workspaceId} and network_key ${inTexts(keys)} group by network_key`);
}

interface FoundPeople extends Omit<PersonHit, 'id' | 'n'> {
  /** The oldest, and another one if there are more. */
  readonly ids: readonly number[];
}

/** Each is looked for by the index, whatever the planner thinks of joins: in a table that grows it thinks of one that was small. */
const hits = (workspaceId: number) => sql`
  select person.first_name as firstName, person.last_name as lastName, person.company_id as companyId,
    (select json_group_array(id) from (select c.id from contacts as c where c.workspace_id = ${workspaceId}
      and c.company_id = person.company_id and c.last_name = person.last_name and c.first_name = person.first_name
      order by c.id limit 2) as found) as "ids{}" from person`;

function hitsOf(rows: readonly FoundPeople[]): PersonHit[] {
  return rows.flatMap(({ ids: [id, ...others], ...person }) =>
    id === undefined ? [] : [{ ...person, id, n: 1 + others.length }],
  );
}

export async function peopleAtNamed(
  tx: Tx,
  workspaceId: number,
  people: readonly (Person & { companyName: string })[],
): Promise<PersonHit[]> {
  if (people.length === 0) return [];
  const rows = people.map(({ firstName, lastName, companyName }) => [firstName, lastName, companyName]);
  const found = await tx.all<FoundPeople>(sql`
    with sent as (select distinct value ->> 0 as first_name, value ->> 1 as last_name, value ->> 2 as company_name
      from json_each(${JSON.stringify(rows)})),
    person as materialized (select sent.first_name, sent.last_name, co.id as company_id from sent
      ${raw(FIXED_JOIN)} companies as co on co.workspace_id = ${workspaceId} and co.name = sent.company_name)
    ${hits(workspaceId)}`);
  return hitsOf(found);
}

export async function peopleAt(tx: Tx, workspaceId: number, people: readonly (Person & { companyId: number })[]) {
  if (people.length === 0) return [];
  const rows = people.map(({ firstName, lastName, companyId }) => [firstName, lastName, companyId]);
  const found = await tx.all<FoundPeople>(sql`
    with person as materialized (select distinct value ->> 0 as first_name, value ->> 1 as last_name,
      cast(value ->> 2 as bigint) as company_id from json_each(${JSON.stringify(rows)}))
    ${hits(workspaceId)}`);
  return hitsOf(found);
}

export async function contactIdsAt(
  tx: Tx,
  workspaceId: number,
  companyIds: readonly number[],
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  return tx.values<number>(sql`select id from contacts
    where workspace_id = ${workspaceId} and company_id ${inList(companyIds)} and ${raw(unindexed('id'))} > ${after}
    order by id limit ${limit}`);
}

export async function contactPageAt(tx: Tx, workspaceId: number, companyId: number, page: PageRequest) {
  const found = sql`select id from contacts where workspace_id = ${workspaceId} and company_id = ${companyId}`;
  const { rows, paging } = await tx.page<{ id: number }>(found, 'last_name, first_name, id', page);
  return { ids: rows.map(({ id }) => id), paging };
}

export function listsOf(tx: Tx, workspaceId: number, entity: EntityName, memberId: number) {
  return tx.all<{ id: number; name: string }>(sql`select l.id, l.name from lists as l
    where l.workspace_id = ${workspaceId} and l.entity = ${entity}
    and exists (select 1 from list_members where list_id = l.id and member_id = ${memberId}) order by l.name limit 200`);
}
