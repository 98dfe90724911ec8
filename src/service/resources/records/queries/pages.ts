// Pages of record ids, lowest first, with their total number.

import type { Entity } from '../../../../rules/records/fields.ts';
import type { Predicate } from '../../../../rules/records/predicates.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, type PageWindow } from '../../../db/fragment.ts';
import { predicateSql, RECORD_SHAPES, searchSql } from './predicates.ts';

export interface IdPage {
  readonly ids: number[];
  readonly total: number;
}

async function pageOf(
  tx: Tx,
  rowsSql: string,
  countSql: string,
  workspaceOrList: number,
  page: PageWindow,
): Promise<IdPage> {
  const counted = await tx.one<{ n: number }>(countSql, workspaceOrList);
  const rows = await tx.all<{ id: number }>(rowsSql, workspaceOrList, page.limit, page.offset);
  return { ids: rows.map(({ id }) => id), total: counted?.n ?? 0 };
}

/** Every record of the workspace. Both queries use one covering index. */
export function allRecords(tx: Tx, entity: Entity, workspaceId: number, page: PageWindow): Promise<IdPage> {
  const from = `from ${RECORD_SHAPES[entity].table} where workspace_id = ?`;
  return pageOf(
    tx,
    `select id ${from} order by id limit ? offset ?`,
    `select count(*) as n ${from}`,
    workspaceId,
    page,
  );
}

/** Every member of a list. */
export function listedRecords(tx: Tx, listId: number, page: PageWindow): Promise<IdPage> {
  const from = 'from list_members where list_id = ?';
  const rows = `select member_id as id ${from} order by member_id limit ? offset ?`;
  return pageOf(tx, rows, `select count(*) as n ${from}`, listId, page);
}

/** Existing records that an enrichment run or an import processed or created. */
export function actedOnRecords(tx: Tx, entity: Entity, runId: number, page: PageWindow): Promise<IdPage> {
  const from = `from action_records where run_id = ? and entity = '${entity}'
    and record_id in (select id from ${RECORD_SHAPES[entity].table})`;
  const rows = `select record_id as id ${from} order by record_id limit ? offset ?`;
  return pageOf(tx, rows, `select count(*) as n ${from}`, runId, page);
}

export interface RecordFilter {
  readonly search: string;
  readonly predicate: Predicate;
}

/** Records that match the words and the filter, searched once for page and total. */
export async function matchingRecords(
  tx: Tx,
  entity: Entity,
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
  const hits = `with hits as materialized (select r.id from ${RECORD_SHAPES[entity].table} as r where ${where.sql})`;
  const rows = await tx.all<{ id: number; total: number }>(
    `${hits} select id, (select count(*) from hits) as total from hits order by id limit ? offset ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
  const [first] = rows;
  if (first || page.offset === 0) return { ids: rows.map(({ id }) => id), total: first?.total ?? 0 };
  // Beyond the last page there is no row with the total.
  const counted = await tx.one<{ n: number }>(`${hits} select count(*) as n from hits`, ...where.values);
  return { ids: [], total: counted?.n ?? 0 };
}
