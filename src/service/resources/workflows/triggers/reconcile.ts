import type { Trigger } from '../../../../contract/workflows/plan.ts';
import type { Context } from '../../../core/context.ts';
import { webhookSeed } from '../../../core/queries/settings.ts';
import { setListener } from '../queries/intent-listeners.ts';
import type { WorkflowRow } from '../queries/workflows.ts';
import { armSchedule, disarmSchedule } from './schedule.ts';
import { webhookIdOf } from './webhooks.ts';

/**
 * Makes the trigger of the version being published the one that starts runs: registers its signal, arms its schedule,
 * and returns the workflow's webhook id. A webhook id never changes once assigned: others know its address.
 */
export async function reconcileTrigger(
  context: Context,
  { id, webhookId }: Pick<WorkflowRow, 'id' | 'webhookId'>,
  trigger: Trigger,
): Promise<string | null> {
  const { tx, principal } = context;
  await setListener(tx, principal.workspaceId, id, trigger.type === 'INTENT' ? trigger.signal.kind : null);
  if (trigger.type === 'SCHEDULE') await armSchedule(context, id, trigger);
  else await disarmSchedule(context, id);
  if (webhookId !== null || trigger.type !== 'WEBHOOK') return webhookId;
  return webhookIdOf(await webhookSeed(tx), id);
}
