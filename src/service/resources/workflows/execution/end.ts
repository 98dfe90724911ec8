// How runs end, and how the part of a record in them ends.

import type { RunStatus, WorkflowEntity } from '../../../../contract/workflows/enums.ts';
import type { Context, Tx } from '../../../core/context.ts';
import { cancelJobs, enqueueJob } from '../../../jobs/queries/jobs.ts';
import { cancelCounts, changeCounts, endRun, moveRecords, placesOf } from '../queries/run-records.ts';

/** The kind of job that carries a run on, slice by slice; its key is the run. */
export const RUN_JOB = 'workflow.run';

/** The kind of job that forgets where each record of an ended run was; its key is the run. */
export const SWEEP_JOB = 'workflow.sweep';

/** What a run has counted stays; where each of its records was is kept for so long after its end. */
const KEPT_MS = 3_600_000;

/** The run goes on now, whatever it was waiting for. */
export async function wakeRun(
  { tx, principal, now }: Pick<Context, 'tx' | 'principal' | 'now'>,
  runId: number,
): Promise<void> {
  const { workspaceId } = principal;
  await enqueueJob(tx, { workspaceId, kind: RUN_JOB, key: String(runId), dueAt: now, payload: { runId } });
}

export interface Ending {
  readonly status: Exclude<RunStatus, 'RUNNING'>;
  /** For people; null where there is nothing to say. */
  readonly reason: string | null;
}

/** Ends a run, with everything in it that has not ended; one that has ended stays as it is. */
export async function finishRun(
  { tx, principal, now }: Context,
  runId: number,
  { status, reason }: Ending,
): Promise<void> {
  if (!(await endRun(tx, runId, { status, reason, now }))) return;
  await cancelCounts(tx, runId);
  const { workspaceId } = principal;
  const key = String(runId);
  await cancelJobs(tx, { workspaceId, kind: RUN_JOB, key });
  await enqueueJob(tx, { workspaceId, kind: SWEEP_JOB, key, dueAt: now + KEPT_MS, payload: { runId } });
}

/** A record is gone: its part in every run that is not over is cancelled; the others go on. */
export async function leaveRuns(context: Context, entity: WorkflowEntity, entityId: number): Promise<void> {
  const { tx, principal } = context;
  for (const { runId, step, state } of await placesOf(tx, principal.workspaceId, entity, entityId)) {
    await cancelPart(tx, runId, step, state, [entityId]);
    // A step may have waited for this one alone.
    await wakeRun(context, runId);
  }
}

/** Their path ends where they are. */
export async function cancelPart(
  tx: Tx,
  runId: number,
  step: number,
  was: 'PENDING' | 'WAITING',
  ids: readonly number[],
): Promise<void> {
  await moveRecords(tx, runId, ids, { step, state: 'DONE' });
  await changeCounts(tx, runId, [
    { step, status: was, by: -ids.length },
    { step, status: 'CANCELLED', by: ids.length },
  ]);
}
