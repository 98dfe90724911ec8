// What a trigger needs once a version with it is published (SERVICE-API, States: trigger reconciled).

import type { ScheduleTrigger, Trigger } from '../../../contract/workflows/plan.ts';
import type { Context } from '../../core/context.ts';
import { webhookSeed } from '../../core/queries/settings.ts';
import { cancelJobs, enqueueJob } from '../../jobs/queries/jobs.ts';
import { setListener } from './queries/intent-listeners.ts';
import type { WorkflowRow } from './queries/workflows.ts';
import { webhookIdOf } from './webhooks.ts';

/** The job that fires a schedule, one for each workflow that has one: its key is the workflow's id. */
export const SCHEDULE_JOB = 'workflow.schedule';

/**
 * Makes the trigger of the version being published the one that starts runs: listens to its signal, arms its schedule,
 * and gives the workflow's webhook id, which stays once there is one: its address is known to others.
 */
export async function reconcileTrigger(
  context: Context,
  { id, webhookId }: Pick<WorkflowRow, 'id' | 'webhookId'>,
  trigger: Trigger,
): Promise<string | null> {
  const { tx, principal } = context;
  await setListener(tx, principal.workspaceId, id, trigger.type === 'INTENT' ? trigger.signal.kind : null);
  if (trigger.type === 'SCHEDULE') await armSchedule(context, id, trigger);
  else await cancelJobs(tx, { workspaceId: principal.workspaceId, kind: SCHEDULE_JOB, key: String(id) });
  if (webhookId !== null || trigger.type !== 'WEBHOOK') return webhookId;
  return webhookIdOf(await webhookSeed(tx), id);
}

/** Queues the first firing after now; none where the schedule has ended. */
export async function armSchedule(
  { tx, principal, now }: Context,
  workflowId: number,
  schedule: ScheduleTrigger,
): Promise<void> {
  // Loads luxon: only what has a schedule pays for it.
  const { nextInstant } = await import('../../../rules/workflows/triggers/recurrence.ts');
  const which = { workspaceId: principal.workspaceId, kind: SCHEDULE_JOB, key: String(workflowId) };
  const dueAt = nextInstant(schedule, now);
  if (dueAt === null) await cancelJobs(tx, which);
  else await enqueueJob(tx, { ...which, dueAt, payload: { workflowId } });
}
