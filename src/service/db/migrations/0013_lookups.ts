// Indexes for what is looked up once for every batch of records.

export const lookups = {
  name: '0013_lookups',
  sql: `
-- SQLite uses a partial index only if the query repeats its condition: one index per queried state.
-- The one they replace was for "not DONE", which no query says: every batch read its whole run.
drop index workflow_run_entities_by_step;
create index workflow_run_pending on workflow_run_entities (run_id, step, entity_id) where state = 'PENDING';
create index workflow_run_waiting on workflow_run_entities (run_id, step, due_at, entity_id) where state = 'WAITING';
`,
};
