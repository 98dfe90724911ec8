import type { Tx } from '../../../src/service/core/sql.ts';
import type { Payload } from '../../../src/service/jobs/queries/jobs.ts';

export interface Pending {
  readonly dueAt: number;
  readonly attempts: number;
  readonly payload: Payload;
}

/** Jobs of a kind of the first workspace, in the order they will be done. */
export async function pendingJobs(tx: Tx, kind: string): Promise<Pending[]> {
  const rows = await tx.all<Omit<Pending, 'payload'> & { payload: string }>(
    `select due_at as dueAt, attempts, payload from jobs
     where workspace_id = 1 and kind = ? and failed_at is null order by due_at, id`,
    kind,
  );
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }));
}
