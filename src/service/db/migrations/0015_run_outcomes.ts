// Why a step of a workflow failed or skipped a record: the last one, in the row that the record has in the run.

export const runOutcomes = {
  name: '0015_run_outcomes',
  sql: `
-- FAILED or SKIPPED by a step, or CANCELLED; null: nothing of that.
alter table workflow_run_entities add column outcome text;
alter table workflow_run_entities add column reason text;
-- The step of the outcome.
alter table workflow_run_entities add column reason_step integer;
`,
};
