// Snapshots of a store on PostgreSQL: the same files that one on SQLite writes and takes back.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import type { SqlValue } from '../../core/sql.ts';
import type { StoreConnection } from '../../core/store.ts';
import { migrateSqlite } from '../migrations.ts';
import { quoted, tablesOf } from '../schema.ts';
import { openConnection } from '../sqlite.ts';

/** Rows that are held in memory at a time. */
const ROWS_AT_ONCE = 2_000;

/** Runs `work` on an empty store in a file of its own, which is gone afterwards. */
export async function onSqlite<T>(nodeMajor: number, work: (connection: StoreConnection) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'reach-snapshot-'));
  try {
    const path = join(folder, 'reach.db');
    const connection = openConnection(path, nodeMajor);
    try {
      migrateSqlite(connection, path);
      return await work(connection);
    } finally {
      connection.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface TableColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

function tablesIn(connection: StoreConnection): TableColumns[] {
  const { tables } = tablesOf(connection);
  return tables.map((name) => ({
    name,
    columns: connection
      .all("select name from pragma_table_xinfo(?, 'main') where hidden = 0", [name])
      .map((row) => String(Object.values(row ?? {})[0])),
  }));
}

/** Copies what the open transaction sees, without its words, and leaves the transaction of SQLite open. */
export async function copyOut(client: PoolClient, connection: StoreConnection): Promise<void> {
  connection.exec('pragma foreign_keys = off; begin immediate');
  for (const table of tablesIn(connection)) await copyTableOut(client, connection, table);
  connection.exec('delete from sqlite_sequence');
  for (const { table, last } of await sequencesOf(client)) {
    // The column has no type, and some drivers send every number as a real one.
    connection.run('insert into sqlite_sequence (name, seq) values (?, cast(? as integer))', [table, last]);
  }
}

async function copyTableOut(client: PoolClient, connection: StoreConnection, { name, columns }: TableColumns) {
  const names = columns.map(quoted).join(', ');
  const insert = `insert into ${quoted(name)} (${names}) values (${columns.map(() => '?').join(', ')})`;
  connection.exec(`delete from ${quoted(name)}`);
  await client.query(`declare copied no scroll cursor for select ${names} from ${quoted(name)} order by 1`);
  for (;;) {
    const { rows } = await client.query({ text: `fetch ${ROWS_AT_ONCE} from copied`, rowMode: 'array' });
    for (const row of rows) connection.run(insert, row);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('close copied');
}

/** Tables with ids of their own, and the last one assigned. */
async function sequencesOf(client: PoolClient): Promise<{ table: string; last: number }[]> {
  const { rows } = await client.query<{ table: string; last: number }>(
    `select table_name as table, pg_sequence_last_value(pg_get_serial_sequence(quote_ident(table_name), column_name)::regclass)
       as last from information_schema.columns
     where table_schema = current_schema and is_identity = 'YES' and table_name <> 'requests'`,
  );
  return rows.flatMap(({ table, last }) => {
    if (last !== null) return [{ table, last }];
    return table === 'ai_tones' ? [{ table, last: 1000 }] : [];
  });
}

/** Fills the empty tables, within the open transaction. */
export async function copyIn(client: PoolClient, connection: StoreConnection): Promise<void> {
  await client.query('set constraints all deferred');
  for (const table of tablesIn(connection)) await copyTableIn(client, connection, table);
  for (const name of ['contacts', 'companies', 'messages']) {
    await client.query(`insert into ${name}_fts (id, words) select id, words_of(workspace, body) from ${name}_text`);
  }
  for (const row of connection.all('select name, seq from sqlite_sequence', [])) {
    const [table, last] = Object.values(row ?? {});
    if (Number(last) > 0) {
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [String(table), 'id', Number(last)]);
    }
  }
  await client.query('set constraints all immediate');
}

async function copyTableIn(client: PoolClient, connection: StoreConnection, { name, columns }: TableColumns) {
  const names = columns.map(quoted).join(', ');
  // Rows travel as one JSON text: as many at once as memory should hold.
  const insert = `insert into ${quoted(name)} (${names}) select ${names} from json_populate_recordset(null::${quoted(name)}, $1)`;
  const rows = connection.all(`select ${names} from ${quoted(name)}`, []) as Record<string, SqlValue>[];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await client.query(insert, [JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE))]);
  }
}
