// Schedule triggers: the next firing is one queued job per workflow. What fell due while nothing ran fires once, late.

import type { ScheduleTrigger } from '../../../../contract/workflows/plan.ts';
import { runtimeInputContract } from '../../../../rules/workflows/triggers/runtime-input.ts';
import type { Context } from '../../../core/context.ts';
import { cancelJobs, enqueueJob } from '../../../jobs/queries/jobs.ts';
import { publishedWorkflow } from '../queries/workflows.ts';
import { startRun } from '../runs/start.ts';

/** Its key is the workflow's id. */
const SCHEDULE_JOB = 'workflow.schedule';

/** Starts a run; returns when the schedule fires next, null if never. */
export async function fireSchedule(context: Context, workflowId: number): Promise<number | null> {
  const version = await publishedWorkflow(context.tx, workflowId);
  const trigger = version?.trigger;
  if (version === undefined || trigger?.type !== 'SCHEDULE') return null;
  if (runtimeInputContract(version.plan, trigger).status === 'EMPTY')
    await startRun(context, { version, triggerType: 'SCHEDULE', seed: null, payload: {} });
  return nextFiring(trigger, context.now);
}

/** After a firing that failed for good: the next one is still due. */
export async function rearmSchedule(context: Context, workflowId: number): Promise<void> {
  const version = await publishedWorkflow(context.tx, workflowId);
  if (version?.trigger?.type === 'SCHEDULE') await armSchedule(context, workflowId, version.trigger);
}

/** Queues the first firing after now; none if the schedule has ended. */
export async function armSchedule(context: Context, workflowId: number, schedule: ScheduleTrigger): Promise<void> {
  const dueAt = await nextFiring(schedule, context.now);
  if (dueAt === null) return disarmSchedule(context, workflowId);
  await enqueueJob(context, { kind: SCHEDULE_JOB, key: String(workflowId), dueAt, payload: { workflowId } });
}

export async function disarmSchedule(context: Context, workflowId: number): Promise<void> {
  await cancelJobs(context, SCHEDULE_JOB, String(workflowId));
}

async function nextFiring(schedule: ScheduleTrigger, now: number): Promise<number | null> {
  // Loads luxon, which only schedules need.
  const { nextInstant } = await import('../../../../rules/workflows/triggers/recurrence.ts');
  return nextInstant(schedule, now);
}
