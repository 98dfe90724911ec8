// The change history of workflows, by revision.

import { sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

export interface WorkflowChange {
  /** The revision it led to, epoch ms. */
  readonly revision: number;
  /** Of the key that did it. */
  readonly keyName: string;
  /** `published version 3`, `setNext verify, rename` */
  readonly summary: string;
}

export async function insertChange(tx: Tx, workflowId: number, change: WorkflowChange): Promise<void> {
  await tx.run(sql`insert into workflow_changes (workflow_id, revision, key_name, summary)
    values (${workflowId}, ${change.revision}, ${change.keyName}, ${change.summary})`);
}

/** Changes after a revision, oldest first, at most `limit`. */
export async function changesSince(tx: Tx, workflowId: number, revision: number, limit: number) {
  return tx.all<WorkflowChange>(sql`select revision, key_name as keyName, summary from workflow_changes
    where workflow_id = ${workflowId} and revision > ${revision} order by revision limit ${limit}`);
}
