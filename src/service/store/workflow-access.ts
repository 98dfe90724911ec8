// Who may see a workflow beside its owner and the admins.

import type { Tx } from './db.ts';

/** Lets a user see and use a workflow. */
export async function insertGrant(tx: Tx, workflowId: number, userId: number): Promise<void> {
  await tx.run(
    'insert into workflow_grants (workflow_id, user_id) values (?, ?) on conflict do nothing',
    workflowId,
    userId,
  );
}

/** Gives whether there was one. */
export async function deleteGrant(tx: Tx, workflowId: number, userId: number): Promise<boolean> {
  const sql = 'delete from workflow_grants where workflow_id = ? and user_id = ?';
  return (await tx.run(sql, workflowId, userId)).changes === 1;
}
