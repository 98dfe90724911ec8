import type { Tx } from '../../../db/connection.ts';

/** The first run, from this id on, that finished by then and still has records or outcomes; null for none. */
export async function runWithRecords(
  tx: Tx,
  workspaceId: number,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<number | null> {
  const row = await tx.one<{ id: number }>(
    `select r.id from action_runs r where r.workspace_id = ? and r.id >= ? and r.finished_at <= ?
       and (exists (select 1 from action_records t where t.run_id = r.id)
         or exists (select 1 from action_outcomes o where o.run_id = r.id))
     order by r.id limit 1`,
    workspaceId,
    from,
    until,
  );
  return row?.id ?? null;
}

/** The earliest end of the runs that had not finished by then; one that goes on counts as finished now. Null for none. */
export async function firstFinishedAfter(
  tx: Tx,
  workspaceId: number,
  { until, now }: { readonly until: number; readonly now: number },
): Promise<number | null> {
  const row = await tx.one<{ at: number | null }>(
    `select min(coalesce(finished_at, ?)) as at from action_runs
     where workspace_id = ? and (finished_at is null or finished_at > ?)`,
    now,
    workspaceId,
    until,
  );
  return row?.at ?? null;
}

/** At most `limit` rows: the records first, since one without its outcome would be listed as cancelled. */
export async function deleteRunRecords(tx: Tx, runId: number, limit: number): Promise<void> {
  const { changes } = await tx.run(
    `delete from action_records where run_id = ?1 and (entity, record_id) in (
       select entity, record_id from action_records where run_id = ?1 order by entity, record_id limit ?2)`,
    runId,
    limit,
  );
  if (changes >= limit) return;
  await tx.run(
    `delete from action_outcomes where run_id = ?1 and (record_id, action_index) in (
       select record_id, action_index from action_outcomes where run_id = ?1 order by record_id, action_index limit ?2)`,
    runId,
    limit - changes,
  );
}
