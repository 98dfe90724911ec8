// PostgreSQL plans by what it knows of the tables' rows, and looks for itself about once a minute. A table that was empty a
// minute ago would be searched by the wrong index until then.

import type { Pool } from 'pg';

/** More than twice as large as when it was last looked at. */
const GROWN = `
select quote_ident(relname) as name from pg_class
where relkind = 'r' and relnamespace = current_schema::regnamespace
  and pg_relation_size(oid) / current_setting('block_size')::bigint > 2 * relpages + 8`;

/** Lets it look at tables that have grown, unless another server is doing so. */
export async function analyzeGrown(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(GROWN);
  for (const { name } of rows) await pool.query(`analyze (skip_locked) ${name}`);
}

/** Rows that were written when a server first asks whether a table has grown; then whenever they are twice as many. */
const FIRST_ROWS = 200;

/** Called with the number of rows that were written. What is planned for an empty table takes longer with each of them. */
export function growthOf(pool: Pool): (rows: number) => void {
  let written = 0;
  let nextLook = FIRST_ROWS;
  return (rows) => {
    written += rows;
    if (written < nextLook) return;
    nextLook = 2 * written;
    // Where this fails, it is done with the next beat of the server.
    analyzeGrown(pool).catch(() => {});
  };
}
