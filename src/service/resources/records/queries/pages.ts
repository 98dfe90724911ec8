// Pages of record ids, lowest first, with their total number.

import type { RecordEntity } from '../../../../rules/records/fields.ts';
import type { RecordPredicate } from '../../../../rules/records/predicates.ts';
import type { IdSet } from '../../../core/id-set.ts';
import type { SqlValue } from '../../../core/store.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, type PageWindow, TRUE } from '../../../db/fragment.ts';
import { IN_LIST, jsonList } from '../../../db/rowset.ts';
import { aloneSql, predicateSql, RECORD_SHAPES } from './predicates.ts';
import { type ReadPages, readPages, startBefore } from './read-pages.ts';
import { recordCount } from './records.ts';
import { type ReadScope, searchedIds } from './words.ts';

export interface IdPage {
  readonly ids: number[];
  readonly total: number;
}

interface PagedQuery {
  readonly workspaceId: number;
  /** The ids, without their order; ends in a condition. */
  readonly sql: string;
  /** The column of the id. */
  readonly id: string;
  readonly values: readonly SqlValue[];
  /** How many there are, where that is kept. */
  readonly total?: () => Promise<number>;
}

/** The next page of a list that is read to its end begins where the last one ended, and its total is known. */
async function pageOf(tx: Tx, query: PagedQuery, { limit, offset }: PageWindow): Promise<IdPage> {
  const { sql, id, values, total = () => countOf(tx, query) } = query;
  const read = await readPages(tx, query.workspaceId, query);
  const { start, skip } = startBefore(read, offset);
  const page = `${sql} and ${id} > ? order by ${id} limit ? offset ?`;
  const rowsFrom = () => tx.all<{ id: number }>(page, ...values, start, limit, skip);
  if (skip === 0) {
    // Asked together: neither depends on the other.
    const [count, rows] = await Promise.all([read.total ?? total(), rowsFrom()]);
    read.total = count;
    return found(read, rows, offset);
  }
  read.total ??= await total();
  const behind = read.total - offset - limit;
  // Whichever end is nearer.
  if (behind + limit < skip) return found(read, await lastRows(tx, query, limit + Math.min(behind, 0), behind), offset);
  return found(read, await rowsFrom(), offset);
}

async function countOf(tx: Tx, { sql, values }: PagedQuery): Promise<number> {
  return (await tx.one<{ n: number }>(`select count(*) as n from (${sql}) as counted`, ...values))?.n ?? 0;
}

/** `count` ids with so many behind them, lowest first. */
async function lastRows(tx: Tx, { sql, id, values }: PagedQuery, count: number, behind: number) {
  if (count <= 0) return [];
  const page = `${sql} order by ${id} desc limit ? offset ?`;
  return (await tx.all<{ id: number }>(page, ...values, count, Math.max(0, behind))).reverse();
}

function found(read: ReadPages, rows: readonly { readonly id: number }[], offset: number): IdPage {
  const ids = rows.map(({ id }) => id);
  const last = ids.at(-1);
  if (last !== undefined) read.after.set(offset + ids.length, last);
  return { ids, total: read.total ?? 0 };
}

/** Every record of the workspace. */
export function allRecords(tx: Tx, entity: RecordEntity, workspaceId: number, page: PageWindow): Promise<IdPage> {
  const shape = RECORD_SHAPES[entity];
  const sql = `select id from ${shape.table} where workspace_id = ?`;
  const total = () => recordCount(tx, shape, workspaceId);
  return pageOf(tx, { workspaceId, sql, id: 'id', values: [workspaceId], total }, page);
}

/** Every member of a list. */
export function listedRecords(tx: Tx, workspaceId: number, listId: number, page: PageWindow): Promise<IdPage> {
  const sql = 'select member_id as id from list_members where list_id = ?';
  return pageOf(tx, { workspaceId, sql, id: 'member_id', values: [listId] }, page);
}

/** Existing records that an enrichment run or an import processed or created. */
export function actedOnRecords(
  tx: Tx,
  entity: RecordEntity,
  { workspaceId, runId }: { readonly workspaceId: number; readonly runId: number },
  page: PageWindow,
): Promise<IdPage> {
  const sql = `select record_id as id from action_records where run_id = ? and entity = '${entity}'
    and exists (select 1 from ${RECORD_SHAPES[entity].table} as r where r.id = record_id)`;
  return pageOf(tx, { workspaceId, sql, id: 'record_id', values: [runId] }, page);
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
  { search, predicate }: RecordFilter,
  page: PageWindow,
): Promise<IdPage> {
  const read = await readPages(tx, workspaceId, { sql: entity, values: [search, JSON.stringify(predicate)] });
  const { first } = read;
  if (first !== null && page.offset === 0 && first.limit === page.limit) return { ids: first.ids, total: first.total };
  const { version } = read;
  read.ids ??= (await matchingIds(tx, { workspaceId, entity, version }, { search, predicate })) ?? 'everything';
  const result =
    read.ids === 'everything'
      ? await allRecords(tx, entity, workspaceId, page)
      : { ids: read.ids.page(page.offset, page.limit), total: read.ids.size };
  if (page.offset === 0) read.first = { ...result, limit: page.limit };
  return result;
}

/** Up to so many that have the words are looked up for the filter; of more, all that match it are. */
const LOOKED_UP_MAX = 20_000;

/** Null if neither words nor filter leave anything out. */
async function matchingIds(
  tx: Tx,
  { workspaceId, entity, version }: ReadScope,
  { search, predicate }: RecordFilter,
): Promise<IdSet | null> {
  const searched = await searchedIds(tx, { workspaceId, entity, version }, search);
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
