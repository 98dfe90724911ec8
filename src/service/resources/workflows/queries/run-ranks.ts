// The ranking of a KING's groups: each record's rank is an index entry, so that memory holds one batch at most.

import type { SqlCell } from '../../../core/store.ts';
import type { Tx } from '../../../db/connection.ts';
import { IN_LIST, insertSql, jsonList, realOf } from '../../../db/rowset.ts';

export interface Rank {
  readonly entityId: number;
  /** The value they are grouped by, as JSON. */
  readonly group: string;
  /** Lower first; null last. */
  readonly order: number | null;
}

const INSERT = insertSql('workflow_run_ranks', ['run_id', 'step', 'group_key', 'is_last', 'rank', 'entity_id']);

export async function insertRanks(tx: Tx, runId: number, step: number, ranks: readonly Rank[]): Promise<void> {
  const rows = ranks.map(({ entityId, group, order }): SqlCell[] => [
    runId,
    step,
    group,
    order === null ? 1 : 0,
    order ?? 0,
    entityId,
  ]);
  await tx.runRows(INSERT, rows);
}

/** Of these records, those within the first `limit` of their group; the lower id wins a tie. */
export async function prioritizedOf(
  tx: Tx,
  { runId, step, limit }: { readonly runId: number; readonly step: number; readonly limit: number },
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  // `bound` is the first record of the group that is not prioritized, looked up once; null if the whole group is.
  const rows = await tx.all<{ id: number }>(
    `with asked as materialized (
       select group_key, is_last, rank, entity_id from workflow_run_ranks
       where run_id = ? and step = ? and entity_id ${IN_LIST}),
     bounds as materialized (
       select g.group_key as group_key, (
         select json_array(b.is_last, b.rank, b.entity_id) from workflow_run_ranks b
         where b.run_id = ? and b.step = ? and b.group_key = g.group_key
         order by b.is_last, b.rank, b.entity_id limit 1 offset ?) as bound
       from (select distinct group_key from asked) g)
     select a.entity_id as id from asked a join bounds b on b.group_key = a.group_key
     where b.bound is null
       or (a.is_last, a.rank, a.entity_id) < (cast(b.bound ->> 0 as bigint), ${realOf('b.bound ->> 1')}, cast(b.bound ->> 2 as bigint))`,
    runId,
    step,
    jsonList(ids),
    runId,
    step,
    limit,
  );
  return new Set(rows.map(({ id }) => id));
}
