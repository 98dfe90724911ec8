import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { type WorkflowRow, workflowById } from './queries/workflows.ts';

/** Admins see every workflow, others those they own or were granted. Throws Refusal `not_found` for any other. */
export async function workflowOf({ tx, principal }: Context, id: number): Promise<WorkflowRow> {
  const workflow = await workflowById(tx, principal, id);
  if (!workflow) throw new Refusal('not_found', `There is no workflow ${id}`);
  return workflow;
}
