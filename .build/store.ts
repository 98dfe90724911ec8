// The text that makes a new store: what all migrations make of an empty one, in one step.

import { applyEach } from '../src/service/db/migrate.ts';
import { MIGRATIONS } from '../src/service/db/migrations.ts';
import { quoted, tablesOf } from '../src/service/db/schema.ts';
import { openConnection } from '../src/service/db/sqlite.ts';

type Cell = string | number | null;
type Read = (sql: string) => readonly (readonly Cell[])[];

/** The row that no two stores share. */
const SEED = `insert into settings (name, value) values ('webhooks.seed', lower(hex(randomblob(32))))`;

const literal = (cell: Cell): string => (typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell));

const insert = (table: string, columns: readonly Cell[], rows: readonly (readonly Cell[])[]): string[] =>
  rows.map((row) => `insert into ${table} (${columns.join(', ')}) values (${row.map(literal).join(', ')})`);

/** What migrations put into plain tables. */
function rowsOf(read: Read, table: string): string[] {
  const columns = read(`select name from pragma_table_info('${table}')`).flat();
  const rows = read(`select * from ${quoted(table)}`).filter(([name]) => name !== 'webhooks.seed');
  return insert(table, columns, rows);
}

/** Settings of a full-text index. */
function settingsOf(read: Read, index: string): string[] {
  return insert(index, [index, 'rank'], read(`select k, v from ${index}_config where k <> 'version' order by k`));
}

export function newStore(): string {
  const connection = openConnection(':memory:', Number.parseInt(process.versions.node, 10));
  applyEach(connection, MIGRATIONS);
  const read: Read = (sql) => connection.all(sql, []).map((row) => Object.values(row ?? {}) as Cell[]);
  const { tables, virtual, shadow } = tablesOf(connection);
  const ownParts = new Set<Cell | undefined>(shadow);
  const schema = read('select name, sql from sqlite_master where sql is not null order by rowid')
    .filter(([name]) => !ownParts.has(name) && name !== 'sqlite_sequence')
    .map(([, sql]) => String(sql));
  const rows = [
    ...tables.flatMap((table) => rowsOf(read, table)),
    ...insert('sqlite_sequence', ['name', 'seq'], read('select name, seq from sqlite_sequence order by name')),
    ...virtual.flatMap((index) => settingsOf(read, index)),
    SEED,
  ];
  connection.close();
  return [...schema, ...rows].map((statement) => `${statement};\n`).join('');
}
