// Rows of a twin: those of another workspace, with the ids and times they have there.

import { getOwn } from '../../../../contract/json.ts';
import { columnOf, inList, insertSql, type SqlCell, sql, type Tx } from '../../../core/sql.ts';

export type TwinRow = Readonly<Record<string, SqlCell>>;

/** Keys are columns, `createdAt` is `created_at`; all rows have the same. */
export async function insertRows(tx: Tx, table: string, rows: readonly TwinRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const keys = Object.keys(first);
  const cells = rows.map((row) => keys.map((key) => getOwn(row, key) ?? null));
  await tx.runRows(insertSql(table, keys.map(columnOf)), cells);
}

export async function deleteRow(tx: Tx, table: string, id: number): Promise<void> {
  await tx.run(`delete from ${table} where id = ?`, id);
}

/** The sender that an empty store begins with. */
export async function deleteFirstIdentity(tx: Tx, workspaceId: number): Promise<void> {
  await tx.run("delete from identities where workspace_id = ? and name = 'Admin' and updated_at is null", workspaceId);
}

/** Messages do not show whom they were sent to: it is the name that their contact has. */
export async function nameRecipients(tx: Tx, messageIds: readonly number[]): Promise<void> {
  await tx.run(sql`update messages set contact_name = (
      select nullif(trim(concat_ws(' ', c.first_name, c.last_name)), '')
      from threads as t join contacts as c on c.id = t.contact_id where t.id = messages.thread_id)
    where direction = 'OUTBOUND' and id ${inList(messageIds)}`);
}

/** A counter gives no number up to this one. */
export async function raiseCounter(tx: Tx, name: string, last: number): Promise<void> {
  await tx.run(
    `insert into counters (name, last) values (?, ?) on conflict (name) do update
       set last = case when excluded.last > counters.last then excluded.last else counters.last end`,
    name,
    last,
  );
}
