// What engines write differently in a statement.

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
