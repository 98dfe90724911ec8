import { sql, type Tx } from '../../core/sql.ts';

/** Only hashes are kept: who reads the store gets into nothing. */
export async function insertSecret(tx: Tx, hash: string, isLink: boolean, expiresAt: number): Promise<void> {
  await tx.run(sql`insert into page_sessions (hash, is_link, expires_at)
    values (${hash}, ${isLink ? 1 : 0}, ${expiresAt})`);
}

/** Takes a link away; whether it was there and still good. Of two that use it at once, one gets it. */
export async function takeLink(tx: Tx, hash: string, now: number): Promise<boolean> {
  await tx.run(sql`delete from page_sessions where expires_at <= ${now}`);
  return (await tx.run(sql`delete from page_sessions where hash = ${hash} and is_link = 1`)).changes === 1;
}

/** When the session ends; null if there is none. */
export async function sessionEnd(tx: Tx, hash: string): Promise<number | null> {
  return (
    (
      await tx.one<{ expiresAt: number }>(sql`select expires_at as expiresAt from page_sessions
    where hash = ${hash} and is_link = 0`)
    )?.expiresAt ?? null
  );
}
