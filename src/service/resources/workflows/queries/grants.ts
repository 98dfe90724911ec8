import type { Tx } from '../../../db/connection.ts';

/** Lets a user see and use a workflow. */
export async function insertGrant(tx: Tx, workflowId: number, userId: number): Promise<void> {
  await tx.run(
    'insert into workflow_grants (workflow_id, user_id) values (?, ?) on conflict do nothing',
    workflowId,
    userId,
  );
}

export async function deleteGrant(tx: Tx, workflowId: number, userId: number): Promise<void> {
  await tx.run('delete from workflow_grants where workflow_id = ? and user_id = ?', workflowId, userId);
}

/** The workspace of a workflow, regardless of who may see it. */
export async function workflowWorkspace(tx: Tx, workflowId: number): Promise<number | undefined> {
  const sql = 'select workspace_id as id from workflows where id = ?';
  return (await tx.one<{ id: number }>(sql, workflowId))?.id;
}
