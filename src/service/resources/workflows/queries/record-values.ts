// Field values that conditions and KINGs compare, as columns of one query: fields of the record and of its company, and
// the built-in fields.

import { ENTITY_OF, type EntityName } from '../../../../contract/entities.ts';
import type { WorkflowEntity } from '../../../../contract/workflows/enums.ts';
import { type CustomField, knownFields } from '../../../../rules/records/fields.ts';
import { inList, jsonList, raw, sql, type Tx } from '../../../core/sql.ts';
import { FIXED_JOIN, unindexed } from '../../../db/rowset.ts';
import {
  ACTIVE_AT,
  CAMPAIGN_IDS,
  CONTACTED_AT,
  IS_CONNECTED,
  REPLIED_AT,
  VISITED_AT,
} from '../../campaigns/queries/engagement.ts';
import { COMPANIES } from '../../companies/queries/companies.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { valueSql } from '../../records/queries/records.ts';

const events = (contacts: string, and = ''): string =>
  `(select max(e.at) from contact_events e where e.contact_id ${contacts}${and})`;

const AT_COMPANY = 'in (select c.id from contacts c where c.workspace_id = r.workspace_id and c.company_id = r.id)';

/** Read for all records at once. */
const LIST_IDS = 'platform.listIds';

/** The other built-in condition fields except those of the run, as SQL over the row `r`. */
const BUILT_IN: Readonly<Record<WorkflowEntity, ReadonlyMap<string, string>>> = {
  LEAD: new Map([
    ['engagement.hasBeenContacted', `(${CONTACTED_AT} is not null)`],
    ['engagement.hasReplied', `(${REPLIED_AT} is not null)`],
    ['engagement.lastContactedAt', CONTACTED_AT],
    ['engagement.lastRepliedAt', REPLIED_AT],
    ['network.hasProfile', '(r.network_profile_url is not null)'],
    ['network.isConnected', IS_CONNECTED],
    ['crm.isLinked', '(coalesce(r.contact_crm_id, r.lead_crm_id) is not null)'],
    ['platform.campaignIds', CAMPAIGN_IDS],
    ['activity.lastActivityAt', ACTIVE_AT],
    ['activity.lastWebsiteVisitAt', VISITED_AT],
  ]),
  COMPANY: new Map([
    ['network.hasProfile', '(r.network_url is not null)'],
    ['crm.isLinked', '(r.crm_id is not null)'],
    ['activity.lastActivityAt', events(AT_COMPANY)],
    ['activity.lastWebsiteVisitAt', events(AT_COMPANY, " and e.kind = 'visit'")],
  ]),
};

type ValueRow = Readonly<Record<string, unknown>> & { readonly id: number };

/**
 * Values by record id and field id, as stored: booleans are 0 and 1, ids of campaigns are JSON, ids of lists an array. A
 * field that the entity does not have is missing.
 */
export async function valuesOf(
  tx: Tx,
  { workspaceId, entity, customs }: { workspaceId: number; entity: WorkflowEntity; customs: readonly CustomField[] },
  ids: readonly number[],
  fieldIds: readonly string[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, unknown>>> {
  const columns = fieldIds.flatMap((id) => {
    const sql = columnOf(entity, customs, id);
    return sql === null ? [] : [{ id, sql }];
  });
  const selected = columns.map(({ sql }, index) => `, ${sql} as v${index}`).join('');
  const from = entity === 'LEAD' ? 'contacts as r left join companies as co on co.id = r.company_id' : 'companies as r';
  const rows = await tx.all<ValueRow>(sql`select r.id as id${raw(selected)} from ${raw(from)}
    where r.id ${inList(ids)} order by r.id`);
  const values = new Map(
    rows.map((row) => [row.id, new Map(columns.map(({ id }, index) => [id, row[`v${index}`]]))] as const),
  );
  if (fieldIds.includes(LIST_IDS)) {
    const lists = await listIdsOf(tx, workspaceId, ENTITY_OF[entity], ids);
    for (const [id, fields] of values) fields.set(LIST_IDS, lists.get(id) ?? []);
  }
  return values;
}

/** Ids at most this far apart are one range: few of the records between are in a list, and reading past them is cheap. */
const GAP_MAX = 32;

/**
 * The lists of records, by the ranges that their ids form: a list without members there costs one look-up each. The bounds
 * of all tell PostgreSQL how few of a large table's rows are meant.
 */
async function listIdsOf(tx: Tx, workspaceId: number, entity: EntityName, ids: readonly number[]) {
  const ranges = rangesOf(ids);
  const found = new Map(ids.map((id): [number, number[]] => [id, []]));
  const rows = await tx.all<{
    listId: number;
    memberId: number;
  }>(sql`with g as materialized (select cast(value ->> 0 as bigint) as lo, cast(value ->> 1 as bigint) as hi from json_each(${JSON.stringify(ranges)}))
    select m.list_id as listId, m.member_id as memberId from lists l
    ${raw(FIXED_JOIN)} g on true
    ${raw(FIXED_JOIN)} list_members m on m.list_id = l.id and m.member_id between g.lo and g.hi
    where l.workspace_id = ${workspaceId} and l.entity = ${entity}
    and ${raw(unindexed('m.member_id'))} between ${ranges.at(0)?.[0] ?? 0} and ${ranges.at(-1)?.[1] ?? 0}
    and m.member_id + 0 in (select cast(value as bigint) from json_each(${jsonList(ids)}))`);
  for (const { listId, memberId } of rows) found.get(memberId)?.push(listId);
  for (const lists of found.values()) lists.sort((one, other) => one - other);
  return found;
}

function rangesOf(ids: readonly number[]): [from: number, to: number][] {
  const ranges: [from: number, to: number][] = [];
  for (const id of ids.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && id - last[1] <= GAP_MAX) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}

function columnOf(entity: WorkflowEntity, customs: readonly CustomField[], id: string): string | null {
  const builtIn = BUILT_IN[entity].get(id);
  if (builtIn !== undefined) return builtIn;
  if (entity === 'COMPANY') {
    const field = knownFields('COMPANY', customs).get(id);
    return field === undefined ? null : valueSql(COMPANIES, field, 'r');
  }
  const field = knownFields('CONTACT', customs).get(id);
  if (field === undefined) return null;
  if (field.of === 'CONTACT') return valueSql(CONTACTS, field, 'r');
  const value = valueSql(COMPANIES, field, 'co');
  // Of no company there is no number of contacts, not 0; but it is not in the CRM.
  return field.dataType === 'number' ? `case when co.id is not null then ${value} end` : value;
}
