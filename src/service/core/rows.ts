// Rows read and written with the `all` and `run` of an engine.

import { type Query, type SqlCell, type SqlValue, sql, type Tx } from './sql.ts';

/** Inserts one row, or with `runRows` many. */
export function insertSql(table: string, columns: readonly string[]): string {
  return `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
}

/** Sets every column of one row, or with `runRows` of many: bind them in order, then the id. */
export function updateSql(table: string, columns: readonly string[]): string {
  return `update ${table} set ${columns.map((column) => `${column} = ?`).join(', ')} where id = ?`;
}

/** `createdAt` is kept in `created_at`. */
export function columnOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A flag is kept as 0 or 1, an object as JSON. */
function cellOf(value: SqlCell | boolean | object): SqlCell {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

export function rowsOver(all: Tx['all'], run: Tx['run']) {
  const values = async <Value extends SqlCell>(query: Query, ...bound: SqlValue[]): Promise<Value[]> =>
    (await all<Record<string, Value>>(query, ...bound)).flatMap((row) => Object.values(row));
  const value = async <Value extends SqlCell>(query: Query, ...bound: SqlValue[]) =>
    (await values<Value>(query, ...bound))[0] ?? null;
  return {
    all,
    run,
    values,
    value,
    one: async <Row>(query: Query, ...bound: SqlValue[]) => (await all<Row>(query, ...bound))[0],
    count: async (from) => (await value<number>(sql`select count(*) ${from}`)) ?? 0,
    has: async (from) => (await value(sql`select 1 ${from} limit 1`)) !== null,
    insert: async (table, row) =>
      (await run(insertSql(table, Object.keys(row).map(columnOf)), ...Object.values(row).map(cellOf))).lastId,
    update: async (table, id, row) => {
      await run(updateSql(table, Object.keys(row).map(columnOf)), ...Object.values(row).map(cellOf), id);
    },
  } satisfies Partial<Tx>;
}
