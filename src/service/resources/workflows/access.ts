// Which workflows a caller sees (SERVICE-API, Authentication 5): admins see all, others what they own or were granted.

import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { type WorkflowRow, workflowById } from './queries/workflows.ts';

/** Throws Refusal `not_found`: also for a workflow that the caller may not see. */
export async function workflowOf({ tx, principal }: Context, id: number): Promise<WorkflowRow> {
  const workflow = await workflowById(tx, principal, id);
  if (!workflow) throw new Refusal('not_found', `There is no workflow ${id}`);
  return workflow;
}
