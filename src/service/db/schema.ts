// What a database consists of. The text of a schema is read and compared, never run.

import type { StoreConnection } from '../core/store.ts';

/** Far above what a store has: what is cut off differs from it anyway. */
const ENTRIES_MAX = 1000;
const SQL_LENGTH_MAX = 20_000;

/** Statistics that SQLite keeps; a store may have them or not. */
const STATISTICS = new Set(['sqlite_stat1', 'sqlite_stat4']);

/**
 * Reads only the table of the schema: no view is expanded and no virtual table opened, as they may be someone else's. Of each
 * entry type, name, table and text, to be compared as a whole; of the tables in `byName` the text does not count.
 */
export function schemaOf(connection: StoreConnection, schema: string, byName: ReadonlySet<string>) {
  const rows = connection.all(
    `select type, name, tbl_name, substr(coalesce(sql, ''), 1, ${SQL_LENGTH_MAX}) from ${schema}.sqlite_master
     order by type, name limit ${ENTRIES_MAX}`,
    [],
  );
  return rows
    .map((row) => Object.values(row ?? {}).map(String))
    .filter(([, name = '']) => !STATISTICS.has(name))
    .map(([type = '', name = '', table = '', sql = '']) => {
      const text = byName.has(name) ? [type, name, table] : [type, name, table, withoutComments(sql)];
      return { name, text: JSON.stringify(text) };
    });
}

/** Comments, spaces and line breaks of a schema may be edited, what it says may not. */
function withoutComments(sql: string): string {
  return sql
    .replace(/'[^']*'|"[^"]*"|(?:--[^\n]*|\s)+/g, (part) => (/^['"]/.test(part) ? part : ' '))
    .replace(/'[^']*'|"[^"]*"| ?([(),]) ?/g, (part, mark: string | undefined) => mark ?? part)
    .trim();
}

/** The tables of a store of ours, without SQLite's own. Shadow tables are made and dropped with their virtual table. */
export function tablesOf(connection: StoreConnection) {
  const rows = connection
    .all("select name, type from pragma_table_list where schema = 'main'", [])
    .map((row) => Object.values(row ?? {}).map(String))
    .filter(([name = '']) => !name.startsWith('sqlite_'));
  const named = (kind: string): string[] => rows.flatMap(([name = '', type]) => (type === kind ? [name] : []));
  return { tables: named('table'), virtual: named('virtual'), shadow: named('shadow'), views: named('view') };
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
