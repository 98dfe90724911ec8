import type { Tx } from '../../db/connection.ts';

/** The next transaction that writes: one mark for the whole server. */
const IN_DATABASE = 'select pg_snapshot_xmax(pg_current_snapshot())::text as mark';

/** A text that is another one once something was written. */
export async function changeMark(tx: Tx): Promise<string> {
  return (await tx.version()) ?? (await tx.one<{ mark: string }>(IN_DATABASE))?.mark ?? '';
}
