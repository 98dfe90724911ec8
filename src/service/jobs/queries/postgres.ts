// The queue on PostgreSQL. Several servers work at once, each on another workspace: whoever takes a job takes its workspace
// first, then the row, and holds both until the commit.

import { raw, sql, type Tx } from '../../core/sql.ts';
import { type JobRow, type Jobs, SELECT_JOB, storedJobs } from './jobs.ts';

/** A workspace whose jobs were done while we waited for it is not a reason to stop looking. */
const ATTEMPTS = 10;

async function take(tx: Tx, until: number): Promise<JobRow | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const workspaceId = await tx.value<number>(sql`select claim_workspace(${until})`);
    if (workspaceId === null) return null;
    const row = await tx.one<JobRow>(sql`${raw(SELECT_JOB)}
      where failed_at is null and due_at <= ${until} and workspace_id = ${workspaceId} order by due_at, id limit 1
      for update skip locked`);
    if (row === undefined) continue;
    await tx.run(sql`delete from jobs where id = ${row.id}`);
    return row;
  }
  return null;
}

export const sharedJobs: Jobs = { ...storedJobs, take };
