// Pages of record ids, lowest first, with their total number.

import type { RecordEntity } from '../../../../rules/records/fields.ts';
import type { RecordPredicate } from '../../../../rules/records/predicates.ts';
import type { SqlValue } from '../../../core/store.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, type PageWindow } from '../../../db/fragment.ts';
import { predicateSql, RECORD_SHAPES, searchSql } from './predicates.ts';
import { IDS_MAX, type ReadPages, readPages, startBefore } from './read-pages.ts';

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
}

/** The next page of a list that is read to its end begins where the last one ended, and its total is known. */
async function pageOf(tx: Tx, query: PagedQuery, { limit, offset }: PageWindow): Promise<IdPage> {
  const { sql, id, values } = query;
  const read = await readPages(tx, query.workspaceId, query);
  const { start, skip } = startBefore(read, offset);
  read.total ??= (await tx.one<{ n: number }>(`select count(*) as n from (${sql}) as counted`, ...values))?.n ?? 0;
  const page = `${sql} and ${id} > ? order by ${id} limit ? offset ?`;
  const rows = await tx.all<{ id: number }>(page, ...values, start, limit, skip);
  return found(read, rows, offset);
}

function found(read: ReadPages, rows: readonly { readonly id: number }[], offset: number): IdPage {
  const ids = rows.map(({ id }) => id);
  const last = ids.at(-1);
  if (last !== undefined) read.after.set(offset + ids.length, last);
  return { ids, total: read.total ?? 0 };
}

/** Every record of the workspace. Both queries use one covering index. */
export function allRecords(tx: Tx, entity: RecordEntity, workspaceId: number, page: PageWindow): Promise<IdPage> {
  const sql = `select id from ${RECORD_SHAPES[entity].table} where workspace_id = ?`;
  return pageOf(tx, { workspaceId, sql, id: 'id', values: [workspaceId] }, page);
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

/** Records that match the words and the filter, searched once for page and total. */
export async function matchingRecords(
  tx: Tx,
  entity: RecordEntity,
  workspaceId: number,
  { search, predicate }: RecordFilter,
  page: PageWindow,
): Promise<IdPage> {
  const scope = { workspaceId, entity, alias: 'r' };
  const words = searchSql(scope, search);
  const where = allOf([
    { sql: 'r.workspace_id = ?', values: [workspaceId] },
    ...(words ? [words] : []),
    predicateSql(scope, predicate),
  ]);
  const read = await readPages(tx, workspaceId, { ...where, sql: `${entity} ${where.sql}` });
  const ids = `select r.id from ${RECORD_SHAPES[entity].table} as r where ${where.sql}`;
  if (page.offset > 0 && read.total !== null) return laterPage(tx, read, { ids, values: where.values }, page);
  const hits = `with hits as materialized (${ids})`;
  const rows = await tx.all<{ id: number; total: number }>(
    `${hits} select id, (select count(*) from hits) as total from hits order by id limit ? offset ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
  const [first] = rows;
  // Beyond the last page there is no row with the total.
  read.total =
    first?.total ??
    (page.offset === 0
      ? 0
      : ((await tx.one<{ n: number }>(`${hits} select count(*) as n from hits`, ...where.values))?.n ?? 0));
  return found(read, rows, page.offset);
}

/** Of a search whose total is known: all hits are read once, or if they are many, those after the page before. */
async function laterPage(
  tx: Tx,
  read: ReadPages,
  { ids, values }: { readonly ids: string; readonly values: readonly SqlValue[] },
  { limit, offset }: PageWindow,
): Promise<IdPage> {
  const total = read.total ?? 0;
  if (total <= IDS_MAX) {
    read.ids ??= Float64Array.from(await tx.all<{ id: number }>(`${ids} order by r.id`, ...values), ({ id }) => id);
    return { ids: [...read.ids.subarray(offset, offset + limit)], total };
  }
  const { start, skip } = startBefore(read, offset);
  const page = `${ids} and r.id > ? order by r.id limit ? offset ?`;
  const rows = await tx.all<{ id: number }>(page, ...values, start, limit, skip);
  return found(read, rows, offset);
}
