// Campaigns, who is in them, and what their steps name: identities, task owners, voices, AI messages.

export const campaigns = {
  name: '0003_campaigns',
  sql: `
create table identities (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  email text,
  created_at integer not null,
  unique (workspace_id, name)
) strict;
insert into identities (workspace_id, name, created_at) select id, 'Admin', created_at from workspaces order by id;

create table task_owners (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  email text not null,
  unique (workspace_id, email)
) strict;

-- The service's own voices are not rows: every workspace has them.
create table identity_voices (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  identity_id integer not null references identities (id),
  name text not null,
  language text,
  unique (workspace_id, identity_id, name)
) strict;

create table campaigns (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  description text,
  identity_id integer references identities (id),
  status text not null check (status in ('DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED')),
  track_opens integer not null,
  track_clicks integer not null,
  -- JSON: the steps with their ids, branches inside.
  steps text not null,
  -- Branches included.
  step_count integer not null,
  -- JSON array: the campaigns that its steps add contacts to.
  leads_to text not null,
  -- When it first ran with a contact in it: from then on its steps cannot be replaced.
  sends_began_at integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index campaigns_by_workspace on campaigns (workspace_id, status);
create index campaigns_by_name on campaigns (workspace_id, name);

create table campaign_contacts (
  workspace_id integer not null references workspaces (id),
  campaign_id integer not null references campaigns (id) on delete cascade,
  contact_id integer not null references contacts (id),
  -- COMPLETED: the sequence is over for this contact; adding it again restarts it.
  status text not null check (status in ('ACTIVE', 'COMPLETED')),
  added_at integer not null,
  changed_at integer not null,
  primary key (campaign_id, contact_id)
) strict, without rowid;
create index campaign_contacts_by_contact on campaign_contacts (contact_id);

create table ai_messages (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  channel text not null check (channel in ('EMAIL', 'NETWORK', 'NETWORK_INMAIL', 'NETWORK_CONNECTION')),
  prompt text not null,
  -- A step's own copy: whose it is, and the id of what it was first made from. Null for a message of the workspace.
  campaign_id integer references campaigns (id) on delete cascade,
  copied_from text,
  created_at integer not null
) strict;
create index ai_messages_by_workspace on ai_messages (workspace_id, campaign_id);

-- Ids that are not those of rows.
create table counters (name text primary key, last integer not null) strict, without rowid;
`,
};
