// Pages of record ids, lowest first, with their total number.

import type { RecordEntity } from '../../../../rules/records/fields.ts';
import type { RecordPredicate } from '../../../../rules/records/predicates.ts';
import type { IdSet } from '../../../core/id-set.ts';
import type { SqlValue } from '../../../core/store.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, type PageWindow, TRUE } from '../../../db/fragment.ts';
import { IN_LIST, jsonList } from '../../../db/rowset.ts';
import { aloneSql, predicateSql, RECORD_SHAPES } from './predicates.ts';
import { searchedIds } from './words.ts';

export interface IdPage {
  readonly ids: number[];
  readonly total: number;
}

interface PagedQuery {
  /** The ids, without their order; ends in a condition. */
  readonly sql: string;
  /** The column of the id. */
  readonly id: string;
  readonly values: readonly SqlValue[];
}

async function pageOf(tx: Tx, { sql, id, values }: PagedQuery, { limit, offset }: PageWindow): Promise<IdPage> {
  // Asked together: neither depends on the other.
  const [counted, rows] = await Promise.all([
    tx.one<{ n: number }>(`select count(*) as n from (${sql}) as counted`, ...values),
    tx.all<{ id: number }>(`${sql} order by ${id} limit ? offset ?`, ...values, limit, offset),
  ]);
  return { ids: rows.map((row) => row.id), total: counted?.n ?? 0 };
}

/** Every record of the workspace. */
export function allRecords(tx: Tx, entity: RecordEntity, workspaceId: number, page: PageWindow): Promise<IdPage> {
  const sql = `select id from ${RECORD_SHAPES[entity].table} where workspace_id = ?`;
  return pageOf(tx, { sql, id: 'id', values: [workspaceId] }, page);
}

/** Every member of a list. */
export function listedRecords(tx: Tx, listId: number, page: PageWindow): Promise<IdPage> {
  const sql = 'select member_id as id from list_members where list_id = ?';
  return pageOf(tx, { sql, id: 'member_id', values: [listId] }, page);
}

/** Existing records that an enrichment run or an import processed or created. */
export function actedOnRecords(tx: Tx, entity: RecordEntity, runId: number, page: PageWindow): Promise<IdPage> {
  const sql = `select record_id as id from action_records where run_id = ? and entity = '${entity}'
    and exists (select 1 from ${RECORD_SHAPES[entity].table} as r where r.id = record_id)`;
  return pageOf(tx, { sql, id: 'record_id', values: [runId] }, page);
}

export interface RecordFilter {
  readonly search: string;
  readonly predicate: RecordPredicate;
}

/** Records that match the words and the filter. */
export async function matchingRecords(
  tx: Tx,
  entity: RecordEntity,
  workspaceId: number,
  filter: RecordFilter,
  { limit, offset }: PageWindow,
): Promise<IdPage> {
  const matching = await matchingIds(tx, entity, workspaceId, filter);
  if (matching === null) return allRecords(tx, entity, workspaceId, { limit, offset });
  return { ids: matching.page(offset, limit), total: matching.size };
}

/** Up to so many that have the words are looked up for the filter; of more, all that match it are. */
const LOOKED_UP_MAX = 20_000;

/** Null if neither words nor filter leave anything out. */
async function matchingIds(
  tx: Tx,
  entity: RecordEntity,
  workspaceId: number,
  { search, predicate }: RecordFilter,
): Promise<IdSet | null> {
  const searched = await searchedIds(tx, { workspaceId, entity }, search);
  if (searched?.size === 0) return searched;
  const scope = { workspaceId, entity, alias: 'r' };
  const lookedUp = searched !== null && searched.size <= LOOKED_UP_MAX ? searched.page(0, LOOKED_UP_MAX) : null;
  const filter = (lookedUp === null ? aloneSql(scope, predicate) : null) ?? predicateSql(scope, predicate);
  if (filter === TRUE) return searched;
  const { sql, values } = allOf([
    { sql: 'r.workspace_id = ?', values: [workspaceId] },
    ...(lookedUp === null ? [] : [{ sql: `r.id ${IN_LIST}`, values: [jsonList(lookedUp)] }]),
    filter,
  ]);
  const matching = await tx.ids(`select r.id from ${RECORD_SHAPES[entity].table} as r where ${sql}`, ...values);
  return searched === null || lookedUp !== null ? matching : matching.and(searched);
}
