// Pages of record ids, lowest first, with their total number.

import type { EntityName } from '../../../../contract/entities.ts';
import type { RecordPredicate } from '../../../../rules/records/predicates.ts';
import { allOf, type Fragment, inList, type PageWindow, pageOf, raw, sql, TRUE } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';
import { aloneSql, predicateSql, RECORD_SHAPES } from './predicates.ts';
import { searchedIds } from './words.ts';

export interface IdPage {
  readonly ids: number[];
  readonly total: number;
}

async function idPage(tx: Tx, query: Fragment, orderBy: string, page: PageWindow): Promise<IdPage> {
  const { rows, total } = await pageOf<{ id: number }>(tx, query, orderBy, page);
  return { ids: rows.map(({ id }) => id), total };
}

/** Every record of the workspace. */
export function allRecords(tx: Tx, entity: EntityName, workspaceId: number, page: PageWindow): Promise<IdPage> {
  const found = sql`select id from ${raw(RECORD_SHAPES[entity].table)} where workspace_id = ${workspaceId}`;
  return idPage(tx, found, 'id', page);
}

/** Every member of a list. */
export function listedRecords(tx: Tx, listId: number, page: PageWindow): Promise<IdPage> {
  return idPage(tx, sql`select member_id as id from list_members where list_id = ${listId}`, 'member_id', page);
}

/** Existing records that an enrichment run or an import processed or created. */
export function actedOnRecords(tx: Tx, entity: EntityName, runId: number, page: PageWindow): Promise<IdPage> {
  const found = sql`select record_id as id from action_records where run_id = ${runId} and entity = '${raw(entity)}'
    and exists (select 1 from ${raw(RECORD_SHAPES[entity].table)} as r where r.id = record_id)`;
  return idPage(tx, found, 'record_id', page);
}

export interface RecordFilter {
  readonly search: string;
  readonly predicate: RecordPredicate;
}

/** Records that match the words and the filter. */
export async function matchingRecords(
  tx: Tx,
  entity: EntityName,
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
async function matchingIds(tx: Tx, entity: EntityName, workspaceId: number, { search, predicate }: RecordFilter) {
  const searched = await searchedIds(tx, { workspaceId, entity }, search);
  if (searched?.size === 0) return searched;
  const scope = { workspaceId, entity, alias: 'r' };
  const lookedUp = searched !== null && searched.size <= LOOKED_UP_MAX ? searched.page(0, LOOKED_UP_MAX) : null;
  const filter = (lookedUp === null ? aloneSql(scope, predicate) : null) ?? predicateSql(scope, predicate);
  if (filter === TRUE) return searched;
  const where = allOf([
    sql`r.workspace_id = ${workspaceId}`,
    ...(lookedUp === null ? [] : [sql`r.id ${inList(lookedUp)}`]),
    filter,
  ]);
  const matching = await tx.ids(sql`select r.id from ${raw(RECORD_SHAPES[entity].table)} as r where ${where}`);
  return searched === null || lookedUp !== null ? matching : matching.and(searched);
}
