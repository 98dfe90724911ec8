// Workflows, their published versions, who may see them, and their runs.

export const workflows = {
  name: '0005_workflows',
  sql: `
create table workflows (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  owner_id integer not null references users (id),
  name text not null,
  -- The draft, as JSON. Trigger null: not set, which means MANUAL.
  plan text not null,
  trigger text,
  max_credits_per_run integer,
  -- The published version that runs execute; null before the first.
  version integer,
  -- Assigned when a webhook trigger is first published, then constant.
  webhook_id text unique,
  -- Of its last run.
  last_sequence integer not null default 0,
  created_at integer not null,
  -- Grows with every change, by a millisecond at least: it is the revision.
  updated_at integer not null
) strict;
create index workflows_by_workspace on workflows (workspace_id, owner_id);
create index workflows_by_name on workflows (workspace_id, name);

-- Immutable.
create table workflow_versions (
  workflow_id integer not null references workflows (id) on delete cascade,
  version integer not null,
  plan text not null,
  trigger text,
  max_credits_per_run integer,
  published_at integer not null,
  published_by integer not null references users (id),
  primary key (workflow_id, version)
) strict, without rowid;

-- Changes of a workflow, so that an edit of an older revision can report what has changed since.
create table workflow_changes (
  workflow_id integer not null references workflows (id) on delete cascade,
  -- The workflow's updated_at after it.
  revision integer not null,
  key_name text not null,
  summary text not null,
  primary key (workflow_id, revision)
) strict, without rowid;

-- Principal may use a workflow beside its owner and the admins.
create table workflow_grants (
  workflow_id integer not null references workflows (id) on delete cascade,
  user_id integer not null references users (id),
  primary key (workflow_id, user_id)
) strict, without rowid;
create index workflow_grants_by_user on workflow_grants (user_id);

create table workflow_runs (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  workflow_id integer not null references workflows (id) on delete cascade,
  version integer not null,
  -- 1, 2, … of its workflow.
  sequence_number integer not null,
  status text not null check (status in ('RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  trigger_type text not null,
  entity text not null check (entity in ('LEAD', 'COMPANY')),
  -- JSON: what the run call, the payload or the signal brought.
  input text not null,
  -- JSON array: workflows in whose runs this one was started, the outermost first.
  caused_by text not null default '[]',
  max_credits integer,
  credits_used real not null default 0,
  distinct_entity_count integer not null default 0,
  -- Why it ended as it did, where that needs saying.
  reason text,
  started_at integer not null,
  finished_at integer,
  unique (workflow_id, sequence_number)
) strict;
create index workflow_runs_by_status on workflow_runs (workspace_id, status, workflow_id);

-- Counted as records move, so that reading a run costs what its plan is long, not how many records it has.
create table workflow_run_counts (
  run_id integer not null references workflow_runs (id) on delete cascade,
  -- Which node of the version's plan, from 0.
  step integer not null,
  status text not null,
  n integer not null,
  primary key (run_id, step, status)
) strict, without rowid;

-- Where each record of a run is: one row that moves from step to step, so that 100,000 records stay 100,000 rows.
create table workflow_run_entities (
  run_id integer not null references workflow_runs (id) on delete cascade,
  entity_id integer not null,
  step integer not null,
  -- PENDING: its turn at the step has not come; WAITING: for due_at, or for a decision where that is null;
  -- DONE: its path has ended, or it failed.
  state text not null check (state in ('PENDING', 'WAITING', 'DONE')),
  due_at integer,
  primary key (run_id, entity_id)
) strict, without rowid;
-- Whose turn it is, batch by batch.
create index workflow_run_entities_by_step on workflow_run_entities (run_id, state, step, entity_id)
  where state <> 'DONE';

-- What webhook addresses and secrets are made from. A store that begins gets one of its own.
insert into settings (name, value) values ('webhooks.seed', lower(hex(randomblob(32))))
  on conflict (name) do nothing;
`,
};
