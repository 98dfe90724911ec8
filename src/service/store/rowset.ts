// Sets of values in one statement. SQLite takes them as one JSON text; another engine has its own way.

import type { Value } from './sqlite.ts';

/** `id in (…)` over any number of values: bind `jsonList(values)`. */
export const IN_LIST = 'in (select value from json_each(?))';

export function jsonList(values: Iterable<string | number>): string {
  return JSON.stringify([...values]);
}

/** A column in a condition that must not choose the index: the plan stays the one the query was written for. */
export function unindexed(column: string): string {
  return `+${column}`;
}

export type Cell = Exclude<Value, bigint | boolean | Uint8Array>;

/** Writes rows at once, those whose `id` exists over the old ones: bind `JSON.stringify(rows)`, each row in column order. */
export function upsertSql(table: string, columns: readonly string[]): string {
  const cells = columns.map((_, index) => `value ->> ${index}`);
  const updates = columns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`);
  return `insert into ${table} (${columns.join(', ')}) select ${cells.join(', ')} from json_each(?) where true
    on conflict (id) do update set ${updates.join(', ')}`;
}

/** The id after the last one ever given in the table. Valid while the write lock is held. */
export const NEXT_ID = 'select coalesce((select seq from sqlite_sequence where name = ?), 0) + 1 as id';
