// What the AI finder understood, saved filters, and enrichment runs with how far they are.

export const finder = {
  name: '0008_finder',
  sql: `
create table finder_previews (
  -- A uuid.
  id text primary key,
  workspace_id integer not null references workspaces (id),
  -- The identity it searches as; null for none.
  identity_id integer references identities (id),
  user_input text not null,
  requested_provider text not null,
  resolved_provider text not null,
  entity text not null check (entity in ('CONTACT', 'COMPANY')),
  -- JSON: the requested filters, supported by the provider or not.
  criteria text not null,
  -- JSON array: words of the sentence that mean nothing to a search.
  not_understood text not null,
  -- The one it was refined from, and by what.
  previous_id text,
  feedback text,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index finder_previews_by_workspace on finder_previews (workspace_id, created_at);

create table saved_filters (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  type text not null check (type in ('LEAD', 'COMPANY')),
  -- The sentence it was made of, for people.
  description text not null,
  -- JSON.
  criteria text not null,
  created_at integer not null,
  unique (workspace_id, type, name)
) strict;

create table action_runs (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  entity text not null check (entity in ('CONTACT', 'COMPANY')),
  -- JSON array: the actions in order; of an import its one.
  actions text not null,
  -- JSON, of an import: the search, the list, how many at most. Null for a run over records.
  import_source text,
  -- Number of records; null while unknown.
  records integer,
  -- Up to which record (of an import: how many) it is done.
  position integer not null default 0,
  -- JSON array, action by action: records by status, reasons, credits.
  tally text not null,
  imported integer not null default 0,
  created_at integer not null,
  finished_at integer
) strict;
create index action_runs_by_workspace on action_runs (workspace_id);

-- The records of a run: those it works on, and those it brought in.
create table action_records (
  run_id integer not null references action_runs (id) on delete cascade,
  entity text not null check (entity in ('CONTACT', 'COMPANY')),
  record_id integer not null,
  role text not null check (role in ('TARGET', 'IMPORTED')),
  primary key (run_id, entity, record_id)
) strict, without rowid;

-- What came of each action on each record, written when it is done.
create table action_outcomes (
  run_id integer not null references action_runs (id) on delete cascade,
  record_id integer not null,
  -- Which of the run's actions, from 0.
  action_index integer not null,
  status text not null check (status in ('COMPLETED', 'FAILED', 'SKIPPED', 'CANCELLED')),
  reason text,
  credits real not null,
  primary key (run_id, record_id, action_index)
) strict, without rowid;
`,
};
