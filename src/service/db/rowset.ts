// What engines write differently in a statement; and rows of values.

import type { SqlCell, Tx } from '../core/sql.ts';

/** A join whose left side comes first, whatever the planner thinks; with `on`. */
export const FIXED_JOIN = 'cross join';

/** The number a value stands for; what is none counts as 0. */
export function realOf(sql: string): string {
  return `((${sql}) + 0.0)`;
}

/** A column in a condition that must not choose the index, so that the query keeps its intended plan. */
export function unindexed(column: string): string {
  return `+${column}`;
}

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

/** Every key of the row is a column. Returns the id of the new row. */
export async function insertRow(tx: Tx, table: string, row: object): Promise<number> {
  const { lastId } = await tx.run(insertSql(table, Object.keys(row).map(columnOf)), ...Object.values(row).map(cellOf));
  return lastId;
}

/** Every key is a column; others stay as they are. */
export async function updateRow(tx: Tx, table: string, id: number, row: object): Promise<void> {
  await tx.run(updateSql(table, Object.keys(row).map(columnOf)), ...Object.values(row).map(cellOf), id);
}
