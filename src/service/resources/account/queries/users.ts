import type { Tx } from '../../../db/connection.ts';

/** The workspace's first admin: background jobs run as this user. */
export async function adminOf(tx: Tx, workspaceId: number): Promise<number> {
  const sql = "select id from users where workspace_id = ? and role = 'ADMIN' order by id limit 1";
  return (await tx.one<{ id: number }>(sql, workspaceId))?.id ?? 0;
}

/** The first of that name. */
export async function userByName(tx: Tx, workspaceId: number, name: string): Promise<number | undefined> {
  const sql = 'select id from users where workspace_id = ? and name = ? order by id limit 1';
  return (await tx.one<{ id: number }>(sql, workspaceId, name))?.id;
}
