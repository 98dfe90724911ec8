// What a trigger needs once a version with it is published (SERVICE-API, States: trigger reconciled).

import type { Trigger } from '../../contract/workflow-plan.ts';
import { webhookSeed } from '../store/settings.ts';
import type { WorkflowRow } from '../store/workflows.ts';
import type { Context } from './context.ts';
import { webhookIdOf } from './workflow-webhooks.ts';

/** Gives the workflow's webhook id, which stays once there is one: its address is known to others. */
export async function webhookIdFor(
  { tx }: Context,
  { id, webhookId }: Pick<WorkflowRow, 'id' | 'webhookId'>,
  trigger: Trigger,
): Promise<string | null> {
  if (webhookId !== null || trigger.type !== 'WEBHOOK') return webhookId;
  return webhookIdOf(await webhookSeed(tx), id);
}
