import type { Tx } from '../../../db/connection.ts';

/** Deletes the oldest of the previews that were created by then. Returns their number. */
export async function deletePreviews(
  tx: Tx,
  workspaceId: number,
  { until, limit }: { readonly until: number; readonly limit: number },
): Promise<number> {
  const { changes } = await tx.run(
    `delete from finder_previews where id in (
       select id from finder_previews where workspace_id = ? and created_at <= ? order by created_at limit ?)`,
    workspaceId,
    until,
    limit,
  );
  return changes;
}

/** When the oldest preview was created; null if there is none. */
export async function firstPreviewAt(tx: Tx, workspaceId: number): Promise<number | null> {
  const sql = 'select min(created_at) as at from finder_previews where workspace_id = ?';
  return (await tx.one<{ at: number | null }>(sql, workspaceId))?.at ?? null;
}
