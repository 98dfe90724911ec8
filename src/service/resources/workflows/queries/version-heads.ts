import type { Tx } from '../../../db/connection.ts';

/** Numbers and times of published versions, newest first. */
export function versionHeads(
  tx: Tx,
  workflowId: number,
  most: number,
): Promise<{ version: number; publishedAt: number }[]> {
  return tx.all<{ version: number; publishedAt: number }>(
    `select version, published_at as publishedAt from workflow_versions where workflow_id = ?
     order by version desc limit ?`,
    workflowId,
    most,
  );
}
