import type { Tx } from '../../db/connection.ts';

/** Only hashes are kept: who reads the store gets into nothing. */
export async function insertSecret(tx: Tx, hash: string, isLink: boolean, expiresAt: number): Promise<void> {
  const sql = 'insert into page_sessions (hash, is_link, expires_at) values (?, ?, ?)';
  await tx.run(sql, hash, isLink ? 1 : 0, expiresAt);
}

/** Takes a link away; whether it was there and still good. Of two that use it at once, one gets it. */
export async function takeLink(tx: Tx, hash: string, now: number): Promise<boolean> {
  await tx.run('delete from page_sessions where expires_at <= ?', now);
  return (await tx.run('delete from page_sessions where hash = ? and is_link = 1', hash)).changes === 1;
}

/** When the session ends; null if there is none. */
export async function sessionEnd(tx: Tx, hash: string): Promise<number | null> {
  const sql = 'select expires_at as expiresAt from page_sessions where hash = ? and is_link = 0';
  return (await tx.one<{ expiresAt: number }>(sql, hash))?.expiresAt ?? null;
}
