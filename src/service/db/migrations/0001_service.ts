// Workspaces, users, keys, settings, faults and rate windows.

export const service = {
  name: '0001_service',
  sql: `
create table workspaces (
  id integer primary key autoincrement,
  name text not null unique,
  created_at integer not null
) strict;

create table users (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  role text not null check (role in ('ADMIN', 'MEMBER')),
  created_at integer not null
) strict;
create index users_by_workspace on users (workspace_id);

create table keys (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  user_id integer not null references users (id),
  name text not null,
  hash text not null unique,
  scopes text not null,
  created_at integer not null,
  revoked_at integer
) strict;

create table settings (
  name text primary key,
  value text not null
) strict, without rowid;

create table faults (
  id integer primary key autoincrement,
  endpoint text not null,
  effect text not null,
  times integer,
  asked integer not null default 0,
  used integer not null default 0
) strict;

create table rate_windows (
  key_id integer not null references keys (id) on delete cascade,
  endpoint text not null,
  began_at integer not null,
  used integer not null,
  primary key (key_id, endpoint)
) strict, without rowid;
`,
};
