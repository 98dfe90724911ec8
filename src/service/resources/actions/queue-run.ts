import type { Context } from '../../core/context.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import { armRunPurge } from './purge.ts';

/** Executes a run, slice by slice. */
const ACTION_RUN_JOB = 'action-run';

/** Executes the run once the open transaction commits. */
export async function queueRun(context: Context, runId: number): Promise<void> {
  const { tx, principal, now } = context;
  const key = String(runId);
  await enqueueJob(tx, {
    workspaceId: principal.workspaceId,
    kind: ACTION_RUN_JOB,
    key,
    dueAt: now,
    payload: { runId },
  });
  await armRunPurge(context);
}
