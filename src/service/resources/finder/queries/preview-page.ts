import type { Tx } from '../../../db/connection.ts';
import type { PageWindow } from '../../../db/fragment.ts';

interface PreviewHead {
  readonly id: string;
  readonly userInput: string;
  readonly feedback: string | null;
  readonly resolvedProvider: string;
  readonly entity: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Previews, newest first, and how many there are. */
export async function previewPage(
  tx: Tx,
  workspaceId: number,
  { limit, offset }: PageWindow,
): Promise<{ rows: PreviewHead[]; total: number }> {
  const rows = await tx.all<PreviewHead>(
    `select id, user_input as userInput, feedback, resolved_provider as resolvedProvider, entity,
       created_at as createdAt, expires_at as expiresAt
     from finder_previews where workspace_id = ? order by created_at desc, id limit ? offset ?`,
    workspaceId,
    limit,
    offset,
  );
  const sql = 'select count(*) as n from finder_previews where workspace_id = ?';
  const counted = await tx.one<{ n: number }>(sql, workspaceId);
  return { rows, total: counted?.n ?? 0 };
}
