import type { EntityName } from '../../../../contract/entities.ts';
import type { RecordPredicate } from '../../../../rules/records/conditions.ts';
import { IdSet } from '../../../core/id-set.ts';
import {
  allOf,
  FALSE,
  type Fragment,
  inList,
  type PageRequest,
  type Paging,
  pagingOf,
  raw,
  sql,
  TRUE,
  type Tx,
  windowOf,
} from '../../../core/sql.ts';
import { matchWords, textHits } from '../../../db/fulltext.ts';
import { aloneSql, predicateSql, RECORD_SHAPES } from './predicates.ts';

export interface IdPage {
  readonly ids: number[];
  readonly paging: Paging;
}

async function idPage(tx: Tx, query: Fragment, orderBy: string, page: PageRequest): Promise<IdPage> {
  const { rows, paging } = await tx.page<{ id: number }>(query, orderBy, page);
  return { ids: rows.map(({ id }) => id), paging };
}

export function allRecords(tx: Tx, entity: EntityName, workspaceId: number, page: PageRequest): Promise<IdPage> {
  const found = sql`select id from ${raw(RECORD_SHAPES[entity].table)} where workspace_id = ${workspaceId}`;
  return idPage(tx, found, 'id', page);
}

export function listedRecords(tx: Tx, listId: number, page: PageRequest): Promise<IdPage> {
  return idPage(tx, sql`select member_id as id from list_members where list_id = ${listId}`, 'member_id', page);
}

/** Existing records that an enrichment run or an import processed or created. */
export function actedOnRecords(tx: Tx, entity: EntityName, runId: number, page: PageRequest): Promise<IdPage> {
  const found = sql`select record_id as id from action_records where run_id = ${runId} and entity = '${raw(entity)}'
    and exists (select 1 from ${raw(RECORD_SHAPES[entity].table)} as r where r.id = record_id)`;
  return idPage(tx, found, 'record_id', page);
}

interface RecordFilter {
  readonly search: string;
  readonly predicate: RecordPredicate;
}

export async function matchingRecords(
  tx: Tx,
  entity: EntityName,
  workspaceId: number,
  filter: RecordFilter,
  page: PageRequest,
): Promise<IdPage> {
  const matching = await matchingIds(tx, entity, workspaceId, filter);
  if (matching === null) return allRecords(tx, entity, workspaceId, page);
  const { limit, offset } = windowOf(page);
  return { ids: matching.page(offset, limit), paging: pagingOf(page, matching.size) };
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

// The words of a search: as the ids of the records that have all of them, or as a condition.

interface WordScope {
  readonly workspaceId: number;
  readonly entity: EntityName;
}

/** Records that have every word, for a contact also in its company's text, by the alias of their table; null for an empty search. */
export function searchSql(scope: WordScope & { readonly alias: string }, search: string): Fragment | null {
  const words = matchWords(scope.workspaceId, search);
  if (words === null) return null;
  if (words.length === 0) return FALSE;
  return allOf(words.map((word) => sql`${raw(scope.alias)}.id in (${idsSql(scope, word)})`));
}

/** The ids of the records that match all words; null for an empty search. */
async function searchedIds(tx: Tx, scope: WordScope, search: string): Promise<IdSet | null> {
  const words = matchWords(scope.workspaceId, search);
  if (words === null) return null;
  let common: IdSet | undefined;
  for (const word of words) {
    const having = await tx.ids(idsSql(scope, word));
    common = common?.and(having) ?? having;
    if (common.size === 0) break;
  }
  return common ?? new IdSet();
}

/** The ids of records that have the word; one that has it itself and in its company's text comes twice. */
function idsSql({ workspaceId, entity }: WordScope, word: string): Fragment {
  if (entity === 'COMPANY') return textHits('companies', word);
  return sql`${textHits('contacts', word)} union all
    select c.id from contacts as c
    where c.workspace_id = ${workspaceId} and c.company_id in (${textHits('companies', word)})`;
}
