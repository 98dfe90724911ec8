import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { userByName } from '../../core/queries/keys.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Tx } from '../../core/store.ts';
import { deleteGrant, insertGrant, type WorkflowRow, workflowById, workflowWorkspace } from './queries/workflows.ts';

/** Admins see every workflow, others those they own or were granted. Throws Refusal `not_found` for any other. */
export async function workflowOf({ tx, principal }: Context, id: number): Promise<WorkflowRow> {
  const workflow = await workflowById(tx, principal, id);
  if (!workflow) throw new Refusal('not_found', `There is no workflow ${id}`);
  return workflow;
}

type Grant = ReplyOf<Table['local']['grant']>;

/**
 * Grants a user access to a workflow, or revokes it; its owner and admins always have access. Throws Refusal `not_found`
 * for an unknown workflow or user.
 */
export async function changeGrant(tx: Tx, workflowId: number, user: string, granted: boolean): Promise<Grant> {
  const workspaceId = await workflowWorkspace(tx, workflowId);
  if (workspaceId === undefined) throw new Refusal('not_found', `There is no workflow ${workflowId}`);
  const userId = await userByName(tx, workspaceId, user);
  if (userId === undefined)
    throw new Refusal('not_found', `There is no user ${user} in the workspace of workflow ${workflowId}`);
  if (granted) await insertGrant(tx, workflowId, userId);
  else await deleteGrant(tx, workflowId, userId);
  return { workflowId, user, granted };
}
