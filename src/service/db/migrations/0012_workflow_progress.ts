// How far a run has come with what takes several slices: bringing its records in, and sorting those that wait at a KING.

export const workflowProgress = {
  name: '0012_workflow_progress',
  sql: `
-- JSON: workflows/execution/progress.ts.
alter table workflow_runs add column progress text not null default '{}';

-- The group and the order of each record at a KING, while it is worked on.
create table workflow_run_ranks (
  run_id integer not null references workflow_runs (id) on delete cascade,
  step integer not null,
  -- JSON of the value that forms the group.
  group_key text not null,
  -- 1: no value to order by, which comes last.
  is_last integer not null,
  rank real not null,
  entity_id integer not null,
  primary key (run_id, step, group_key, is_last, rank, entity_id)
) strict, without rowid;
create index workflow_run_ranks_by_entity on workflow_run_ranks (run_id, step, entity_id);
`,
};
