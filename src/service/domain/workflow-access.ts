// Which workflows a caller sees (SERVICE-API, Authentication 5): admins see all, others what they own or were granted.

import { type WorkflowRow, workflowById } from '../store/workflows.ts';
import type { Context } from './context.ts';
import { Refusal } from './refusal.ts';

/** Throws Refusal `not_found`: also for a workflow that the caller may not see. */
export async function workflowOf({ tx, who }: Context, id: number): Promise<WorkflowRow> {
  const workflow = await workflowById(tx, who, id);
  if (!workflow) throw new Refusal('not_found', `There is no workflow ${id}`);
  return workflow;
}
