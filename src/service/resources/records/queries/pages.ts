// Pages of record ids, lowest first, with their total number.

import type { RecordEntity } from '../../../../rules/records/fields.ts';
import type { RecordPredicate } from '../../../../rules/records/predicates.ts';
import type { SqlValue } from '../../../core/store.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, type Fragment, type PageWindow, TRUE } from '../../../db/fragment.ts';
import { aloneSql, predicateSql, RECORD_SHAPES } from './predicates.ts';
import { IDS_MAX, type ReadPages, readPages, startBefore } from './read-pages.ts';
import { recordCount } from './records.ts';
import { searchedWords } from './words.ts';

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
  const scope = { workspaceId, entity, alias: 'r' };
  const isLaterPage = page.offset > 0;
  const isUnfiltered = predicateSql(scope, predicate) === TRUE;
  // Not of those that were very many before the last write: that would take as long again.
  const idsMost = isLaterPage && isUnfiltered && (read.totalBefore ?? 0) <= IDS_MAX ? IDS_MAX : 0;
  const words = read.words === undefined ? await searchedWords(tx, scope, search, idsMost) : read.words;
  // Who counts asks this transaction: a later page knows the total. Ids are kept once.
  read.words = words && { ...words, count: null, ids: null };
  const filter = (words === null ? aloneSql(scope, predicate) : null) ?? predicateSql(scope, predicate);
  const keep = (result: IdPage): IdPage => {
    if (!isLaterPage) read.first = { ...result, limit: page.limit };
    return result;
  };
  if (words === null && isUnfiltered) {
    const result = await allRecords(tx, entity, workspaceId, page);
    read.total = result.total;
    return keep(result);
  }
  const within = (found: Fragment | undefined): Fragment => {
    const parts = [{ sql: 'r.workspace_id = ?', values: [workspaceId] }, ...(found ? [found] : []), filter];
    const { sql, values } = allOf(parts);
    return { sql: `select r.id from ${RECORD_SHAPES[entity].table} as r where ${sql}`, values };
  };
  const every = within(words?.every);
  const ids = (isUnfiltered ? words?.repeated : null) ?? every;
  if (isLaterPage && read.total === null && words !== null && words.most <= IDS_MAX) {
    read.ids = isUnfiltered && words.ids ? inOrder(words.ids) : await everyId(tx, ids);
    read.total = read.ids?.length ?? null;
  }
  const count = isUnfiltered ? words?.count : null;
  if (read.total === null && count) read.total = await count();
  return keep(
    read.total === null
      ? await firstPage(tx, read, (isUnfiltered ? words?.alone : null) ?? every, page)
      : await knownPage(tx, read, { ids, first: within(words?.first) }, page),
  );
}

/** Page and total of one reading. */
async function firstPage(tx: Tx, read: ReadPages, { sql, values }: Fragment, page: PageWindow): Promise<IdPage> {
  const hits = `with hits (id) as materialized (${sql})`;
  const rows = await tx.all<{ id: number; total: number }>(
    `${hits} select id, (select count(*) from hits) as total from hits order by id limit ? offset ?`,
    ...values,
    page.limit,
    page.offset,
  );
  // Beyond the last page there is no row with the total.
  read.total =
    rows[0]?.total ??
    (page.offset === 0
      ? 0
      : ((await tx.one<{ n: number }>(`${hits} select count(*) as n from hits`, ...values))?.n ?? 0));
  return found(read, rows, page.offset);
}

/** Lowest first, each once. */
function inOrder(ids: readonly number[]): Float64Array {
  const sorted = Float64Array.from(ids).sort();
  let kept = 0;
  for (const id of sorted) if (kept === 0 || sorted[kept - 1] !== id) sorted[kept++] = id;
  return sorted.subarray(0, kept);
}

/**
 * Of a query that may give an id twice; null if they are very many. As one text, and put in order here: as rows they take ten times as long, and in order SQLite would
 * read whole contacts.
 */
async function everyId(tx: Tx, { sql, values }: Fragment): Promise<Float64Array | null> {
  const found = await tx.one<{ ids: string }>(
    `with hits (id) as (${sql})
      select json_group_array(id) as ids from (select id from hits limit ${IDS_MAX + 1}) as found`,
    ...values,
  );
  const ids: number[] = JSON.parse(found?.ids ?? '[]');
  return ids.length > IDS_MAX ? null : inOrder(ids);
}

interface MatchingQueries {
  /** All ids that match; one may come twice. */
  readonly ids: Fragment;
  /** The same, for reading some of them by id. */
  readonly first: Fragment;
}

/**
 * The total is known. The first page, and those of very many hits, are read from where they begin; for the others all hits are
 * read once.
 */
async function knownPage(
  tx: Tx,
  read: ReadPages,
  { ids, first }: MatchingQueries,
  { limit, offset }: PageWindow,
): Promise<IdPage> {
  const total = read.total ?? 0;
  if (offset > 0 && total <= IDS_MAX) read.ids ??= await everyId(tx, ids);
  if (offset > 0 && read.ids) return { ids: [...read.ids.subarray(offset, offset + limit)], total };
  const { start, skip } = startBefore(read, offset);
  const next = `${first.sql} and r.id > ? order by r.id limit ? offset ?`;
  return found(read, await tx.all<{ id: number }>(next, ...first.values, start, limit, skip), offset);
}
