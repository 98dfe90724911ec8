import { REASONS } from '../../../../contract/actions/enums.ts';
import type { WorkflowEntity, WorkflowRunStatus } from '../../../../contract/workflows/enums.ts';
import type { Context } from '../../../core/context.ts';
import { cancelJobs, enqueueJob, type Queuing } from '../../../jobs/queries/jobs.ts';
import { cancelCounts, endRun, setStatus, sweepRecords, unfinishedPositionsOf } from '../queries/run-records.ts';

/** Executes a run, slice by slice; the key of the job is the run's id. */
const RUN_JOB = 'workflow.run';

/** Deletes the positions of records in a finished run; the key of the job is the run's id. */
const SWEEP_JOB = 'workflow.sweep';

/** How long positions and reasons are kept after the end of the run: a week. Its counts are kept for good. */
export const POSITIONS_KEPT_MS = 7 * 86_400_000;

/** Records of one sweep slice. */
const SWEPT = 2_000;

/** Continues the run now, whatever it was waiting for. */
export async function wakeRun(context: Queuing, runId: number): Promise<void> {
  await enqueueJob(context, { kind: RUN_JOB, key: String(runId), payload: { runId } });
}

export interface Ending {
  readonly status: Exclude<WorkflowRunStatus, 'RUNNING'>;
  /** For people. */
  readonly reason: string | null;
}

/** Ends a run and cancels what is left of it. A run that has already ended stays as it is. */
export async function finishRun(context: Context, runId: number, { status, reason }: Ending): Promise<void> {
  const { tx, now } = context;
  if (!(await endRun(tx, runId, { status, reason, now }))) return;
  await cancelCounts(tx, runId);
  const key = String(runId);
  await cancelJobs(context, RUN_JOB, key);
  await enqueueJob(context, { kind: SWEEP_JOB, key, dueAt: now + POSITIONS_KEPT_MS, payload: { runId } });
}

/** A record was deleted: it is cancelled in every unfinished run. */
export async function leaveRuns(context: Context, entity: WorkflowEntity, entityId: number): Promise<void> {
  const { tx, principal } = context;
  for (const { runId, step, status } of await unfinishedPositionsOf(tx, principal.workspaceId, entity, entityId)) {
    await cancelRecords(context, runId, step, status, [entityId]);
    // The run may have been waiting for this record alone.
    await wakeRun(context, runId);
  }
}

/** Records that were deleted leave the run at the step they are at. */
export function cancelRecords(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  runId: number,
  step: number,
  was: 'PENDING' | 'WAITING',
  ids: readonly number[],
): Promise<void> {
  return setStatus(tx, runId, { step, was }, ids, { status: 'CANCELLED', reason: REASONS.RECORD_GONE, now });
}

/** Deletes positions of records in a finished run, one batch; true while there are more. */
export function sweepRun({ tx }: Pick<Context, 'tx'>, runId: number): Promise<boolean> {
  return sweepRecords(tx, runId, SWEPT);
}
