// Tracked posts, who engaged with them, reactions on their way, and users who see only some identities.

export const social = {
  name: '0010_social',
  sql: `
-- A user with rows here sees these identities' posts alone.
create table user_identities (
  user_id integer not null references users (id) on delete cascade,
  identity_id integer not null references identities (id),
  primary key (user_id, identity_id)
) strict, without rowid;

create table social_posts (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  identity_id integer not null references identities (id),
  body text not null,
  is_repost integer not null,
  -- JSON arrays of texts.
  topics text not null,
  target_roles text not null,
  posted_at integer not null,
  -- As of the last refresh; what people did is in social_engagements.
  impressions integer not null default 0,
  refreshed_at integer
) strict;
create index social_posts_by_day on social_posts (workspace_id, posted_at, id);
create index social_posts_by_refresh on social_posts (workspace_id, refreshed_at);

-- What is known of principal engaged, as of the last refresh. account: contact:7, identity:3 (a teammate), outside:4711.
create table social_engagements (
  post_id integer not null references social_posts (id) on delete cascade,
  account text not null,
  kind text not null check (kind in ('REACTION', 'COMMENT', 'REPOST')),
  workspace_id integer not null,
  contact_id integer,
  identity_id integer,
  reaction_type text,
  at integer not null,
  primary key (post_id, account, kind)
) strict, without rowid;
create index social_engagements_by_account on social_engagements (workspace_id, account);

-- One request for reactions, and the reactions it scheduled.
create table social_schedules (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  post_id integer not null references social_posts (id) on delete cascade,
  created_at integer not null
) strict;
create table social_reactions (
  post_id integer not null references social_posts (id) on delete cascade,
  identity_id integer not null references identities (id),
  schedule_id integer not null references social_schedules (id) on delete cascade,
  reaction_type text not null,
  due_at integer not null,
  done_at integer,
  primary key (post_id, identity_id)
) strict, without rowid;
create index social_reactions_by_schedule on social_reactions (schedule_id);
`,
};
