import type { Tx } from '../../../db/connection.ts';
import type { PageWindow } from '../../../db/fragment.ts';

/** Ids of runs, newest first, and how many there are. */
export async function actionRunPage(
  tx: Tx,
  workspaceId: number,
  { limit, offset }: PageWindow,
): Promise<{ ids: number[]; total: number }> {
  const rows = await tx.all<{ id: number }>(
    'select id from action_runs where workspace_id = ? order by id desc limit ? offset ?',
    workspaceId,
    limit,
    offset,
  );
  const sql = 'select count(*) as n from action_runs where workspace_id = ?';
  const counted = await tx.one<{ n: number }>(sql, workspaceId);
  return { ids: rows.map(({ id }) => id), total: counted?.n ?? 0 };
}
