// What engines write differently in a statement; and rows of values.

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
