import type { Tx } from '../../db/connection.ts';

/** What this connection changed, and whether another one has changed anything. */
const IN_FILE = "select total_changes() || ' ' || data_version as mark from pragma_data_version";
/** The next transaction that writes: one mark for the whole server. */
const IN_DATABASE = 'select pg_snapshot_xmax(pg_current_snapshot())::text as mark';

/** A text that is another one once something was written. */
export async function changeMark(tx: Tx, isDatabase: boolean): Promise<string> {
  const row = await tx.one<{ mark: string }>(isDatabase ? IN_DATABASE : IN_FILE);
  return row?.mark ?? '';
}
