// Work that is due at a moment, and which workflows wait for what happens.

export const jobs = {
  name: '0004_jobs',
  sql: `
create table jobs (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  kind text not null,
  -- Of one key at most one job waits.
  key text,
  due_at integer not null,
  -- JSON.
  payload text not null,
  -- How often it failed so far.
  attempts integer not null default 0,
  -- How many generations of work came before it without time passing.
  turns integer not null default 0,
  -- Given up: kept for inspection, never performed.
  failed_at integer,
  last_error text
) strict;
create index jobs_by_due on jobs (due_at, id) where failed_at is null;
create unique index jobs_by_key on jobs (workspace_id, kind, key) where key is not null and failed_at is null;
create index jobs_by_kind on jobs (workspace_id, kind, failed_at);

-- Published workflows that a signal starts. Principal publishes fills it; what happens looks here before it says so.
create table intent_listeners (
  workspace_id integer not null references workspaces (id),
  kind text not null,
  workflow_id integer not null,
  primary key (workspace_id, kind, workflow_id)
) strict, without rowid;
`,
};
