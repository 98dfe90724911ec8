// Groups of contacts that share values: found in the covering index of one field, the driver; the other fields are compared only
// within its groups.

import type { ComparedField } from '../../../../rules/records/duplicates.ts';
import { type Fragment, inTexts, raw, sql, type Tx } from '../../../core/sql.ts';
import { FIXED_JOIN, unindexed } from '../../../db/rowset.ts';

const COLUMN: Readonly<Record<ComparedField, string>> = {
  fullName: 'full_name_key',
  professionalEmail: 'email_key',
  networkUrl: 'network_key',
  contactCRMId: 'contact_crm_key',
  leadCRMId: 'lead_crm_key',
};

export interface DuplicateQuery {
  readonly workspaceId: number;
  /** The driver first. */
  readonly fields: readonly [ComparedField, ...ComparedField[]];
  /** Groups whose lowest id is higher. */
  readonly after: number;
  /** Only groups with a member on this list. */
  readonly list: { readonly id: number; readonly isShort: boolean } | null;
}

export interface DuplicateGroup {
  /** Shared values, in the order of the query's fields. */
  readonly values: readonly string[];
  readonly lowest: number;
  readonly size: number;
}

/** Unsuppressed contacts with a value; for a short list, a value that a member also has. */
function driven({ workspaceId, fields: [driver], list }: DuplicateQuery): Fragment {
  const column = COLUMN[driver];
  const base = sql`c.workspace_id = ${workspaceId} and c.suppressed = 0 and c.${raw(column)} is not null`;
  if (!list?.isShort) return base;
  return sql`${base} and c.${raw(column)} in (select l.${raw(column)} from list_members as m
    ${raw(FIXED_JOIN)} contacts as l on l.id = m.member_id where m.list_id = ${list.id} and l.suppressed = 0)`;
}

/** Groups over one field; of a short list, those that touch it. Lowest id first. */
export async function groupsOfOne(tx: Tx, query: DuplicateQuery, limit: number): Promise<DuplicateGroup[]> {
  const where = driven(query);
  const column = COLUMN[query.fields[0]];
  const rows = await tx.all<{ value: string; lowest: number; size: number }>(sql`select c.${raw(column)} as value,
    min(c.id) as lowest, count(*) as size from contacts as c where ${where}
    group by c.${raw(column)} having count(*) > 1 and min(c.id) > ${query.after} order by lowest limit ${limit}`);
  return rows.map(({ value, lowest, size }) => ({ values: [value], lowest, size }));
}

/** A group over the driver alone, which may contain groups over all fields. */
interface CandidateGroup {
  readonly value: string;
  /** Lower bound for the ids of its groups. */
  readonly first: number;
}

/** At least two members must be beyond the cursor: a group after it has no member before it. */
function candidateSql(query: DuplicateQuery): Fragment {
  const where = driven(query);
  const column = COLUMN[query.fields[0]];
  return sql`select c.${raw(column)} as value, min(case when c.id > ${query.after} then c.id end) as first
    from contacts as c
    where ${where} group by c.${raw(column)} having count(*) > 1 and count(*) filter (where c.id > ${query.after}) > 1`;
}

/** The first candidates, lowest `first` first, and their total number. */
export async function candidates(tx: Tx, query: DuplicateQuery, limit: number) {
  const rows = await tx.all<CandidateGroup & { groups: number }>(sql`select value, first, count(*) over () as groups
    from (${candidateSql(query)}) as one order by first limit ${limit}`);
  const [row] = rows;
  return { some: rows, groups: row?.groups ?? 0 };
}

/** Groups over all fields, with one of these values in the driver (null: of all of them). Lowest id first. */
export async function groupsWithin(tx: Tx, query: DuplicateQuery, within: readonly string[] | null, limit: number) {
  const { workspaceId, fields, after, list } = query;
  const [driver, ...others] = fields.map((field) => COLUMN[field]);
  const chosen = within === null ? sql`in (select value from (${candidateSql(query)}) as one)` : inTexts(within);
  const touches = list
    ? sql`and count(*) filter (where exists
        (select 1 from list_members where list_id = ${list.id} and member_id = c.id)) > 0`
    : raw('');
  const columns = [driver, ...others].map((column) => `c.${column}`);
  const values = columns.map((column, index) => `${column} as v${index}`).join(', ');
  const filled = others.map((column) => `and ${unindexed(`c.${column}`)} is not null`).join(' ');
  const rows = await tx.all<Readonly<Record<string, string | number>>>(sql`select ${raw(values)}, min(c.id) as lowest,
    count(*) as size from contacts as c
    where c.workspace_id = ${workspaceId} and c.suppressed = 0 and c.${raw(driver ?? '')} ${chosen} ${raw(filled)}
    group by ${raw(columns.join(', '))} having count(*) > 1 and min(c.id) > ${after} ${touches}
    order by lowest limit ${limit}`);
  return rows.map((row) => ({
    values: columns.map((_, index) => String(row[`v${index}`])),
    lowest: Number(row['lowest']),
    size: Number(row['size']),
  }));
}

export async function oldestMembers(
  tx: Tx,
  { workspaceId, fields }: Pick<DuplicateQuery, 'workspaceId' | 'fields'>,
  groups: readonly DuplicateGroup[],
  limit: number,
): Promise<number[][]> {
  const same = fields.map((field, index) => {
    const column = `c.${COLUMN[field]}`;
    return `${index === 0 ? column : unindexed(column)} = wanted.value ->> ${index}`;
  });
  const rows = await tx.all<{ ids: number[] }>(sql`select (select json_group_array(id) from (select c.id
    from contacts as c
    where c.workspace_id = ${workspaceId} and c.suppressed = 0 and ${raw(same.join(' and '))}
    order by c.id limit ${limit}) as oldest) as "ids{}"
    from json_each(${JSON.stringify(groups.map(({ values }) => values))}) as wanted order by wanted.key`);
  return rows.map(({ ids }) => ids);
}

export async function isShortList(tx: Tx, listId: number, most: number): Promise<boolean> {
  const few = sql`from (select 1 from list_members where list_id = ${listId} limit ${most + 1}) as few`;
  return (await tx.count(few)) <= most;
}
