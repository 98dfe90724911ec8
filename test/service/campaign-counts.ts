// What is kept of a campaign as it changes must be what its contacts, steps and messages come to.

import type { Tx } from '../../src/service/core/sql.ts';
import type { Store } from '../../src/service/core/store.ts';
import counts from '../../src/service/db/sqlite/counts.sql';

const TABLES = {
  enrolment_counts: 'campaign_id, state, reason, place, awaits, slot, contacts',
  step_counts: 'campaign_id, step_id, what, times',
  slot_counts: 'campaign_id, slot, outcome, times',
};

/** As the migration counts stores that were there before. */
const FILLS = counts
  .split(';\n')
  .map((statement) => statement.trim())
  .filter((statement) => statement.startsWith('insert into'));

async function rowsOf(tx: Tx): Promise<string[]> {
  const rows: string[] = [];
  for (const [table, columns] of Object.entries(TABLES)) {
    const [number = ''] = columns.split(', ').slice(-1);
    const found = await tx.all<object>(`select ${columns} from ${table} where ${number} <> 0`);
    rows.push(...found.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return rows.sort();
}

/** Counts again. Throws where something else was kept. */
export async function assertCounts(store: Store): Promise<void> {
  const [kept, counted] = await store.write(async (tx) => {
    const before = await rowsOf(tx);
    for (const table of Object.keys(TABLES)) await tx.run(`delete from ${table}`);
    for (const fill of FILLS) await tx.run(fill);
    return [before, await rowsOf(tx)] as const;
  });
  const wrong = kept.filter((row) => !counted.includes(row));
  const missing = counted.filter((row) => !kept.includes(row));
  if (wrong.length + missing.length > 0)
    throw new Error(`kept: ${wrong.slice(0, 5).join(' ')}; counted: ${missing.slice(0, 5).join(' ')}`);
}
