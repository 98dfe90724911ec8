// Rows of a twin: those of another workspace, with the ids and times they have there.

import { columnOf, inList, insertSql, type SqlCell, sql, type Tx } from '../../../core/sql.ts';

export type TwinRow = Readonly<Record<string, SqlCell>>;

/** What another service may have, and no store of ours: two of a name, a status that there is not here. */
const CONSTRAINT = /^(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed/;

/**
 * Keys are columns, `createdAt` is `created_at`. Gives what cannot be kept as it is, and why; of two with one name, the second
 * has its id beside it.
 */
export async function insertRows(tx: Tx, table: string, rows: readonly TwinRow[]) {
  const refused: { readonly what: string; readonly message: string }[] = [];
  for (const row of rows) {
    const why = await refusalOf(tx, table, row);
    // A page that moved while it was read has the record twice.
    if (why === null || why.endsWith(`: ${table}.id`)) continue;
    const renamed = { ...row, name: `${row['name']} (${row['id']})` };
    const isRenamed = why.endsWith(`${table}.name`) && (await refusalOf(tx, table, renamed)) === null;
    const message = isRenamed ? 'another one has its name: here its id is beside it' : `it has no place here: ${why}`;
    refused.push({ what: `${row['id']} of ${table.replaceAll('_', ' ')}`, message });
  }
  return refused;
}

async function refusalOf(tx: Tx, table: string, row: TwinRow): Promise<string | null> {
  try {
    await tx.runRows(insertSql(table, Object.keys(row).map(columnOf)), [Object.values(row)]);
    return null;
  } catch (error) {
    if (error instanceof Error && CONSTRAINT.test(error.message)) return error.message;
    throw error;
  }
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
