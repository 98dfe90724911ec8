import { sql, type Tx } from '../../core/sql.ts';

/** Only hashes are kept: who reads the store gets into nothing. */
export async function insertSecret(tx: Tx, hash: string, isLink: boolean, expiresAt: number): Promise<void> {
  await tx.insert('page_sessions', { hash, isLink, expiresAt });
}

/** Takes a link away; whether it was there and still good. Of two that use it at once, one gets it. */
export async function takeLink(tx: Tx, hash: string, now: number): Promise<boolean> {
  await tx.run(sql`delete from page_sessions where expires_at <= ${now}`);
  return (await tx.run(sql`delete from page_sessions where hash = ${hash} and is_link = 1`)).changes === 1;
}

export async function sessionEnd(tx: Tx, hash: string): Promise<number | null> {
  return tx.value(sql`select expires_at from page_sessions where hash = ${hash} and is_link = 0`);
}
