// The inbox: what identities are beside their name, their mailboxes, conversations, tags, and what contacts did.

export const inbox = {
  name: '0009_inbox',
  sql: `
-- JSON object: writable fields, as far as they were ever written. A name in it is shown in place of the column, under
-- which the identity was made.
alter table identities add column profile text not null default '{}';
alter table identities add column signature text;
alter table identities add column updated_at integer;
alter table identities add column deleted_at integer;

create table mailboxes (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  identity_id integer not null references identities (id),
  email text not null,
  email_key text not null,
  provider text not null check (provider in ('imap', 'google', 'microsoft')),
  is_primary integer not null,
  credentials_expired integer not null default 0,
  health text not null default 'HEALTHY',
  warmup_enabled integer not null default 0,
  warmup_mailbox_id text,
  -- JSON: hosts and ports. The password is encrypted with a key that is not in the store.
  servers text,
  sealed_password text,
  created_at integer not null,
  unique (workspace_id, email_key)
) strict;
create index mailboxes_by_identity on mailboxes (identity_id);

-- One contact, one sender identity, one channel. Contacts that were deleted leave their threads behind, marked.
create table threads (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  contact_id integer not null,
  identity_id integer not null references identities (id),
  channel text not null check (channel in ('NETWORK', 'EMAIL', 'WHATSAPP', 'TASK')),
  status text not null check (status in ('ACTIVE', 'PAUSED', 'COMPLETED')),
  unread integer not null default 0,
  archived integer not null default 0,
  messages integer not null default 0,
  last_message_id integer,
  last_message_at integer not null,
  created_at integer not null,
  deleted_at integer,
  unique (workspace_id, contact_id, identity_id, channel)
) strict;
create index threads_by_time on threads (workspace_id, archived, last_message_at desc) where deleted_at is null;

create table messages (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  thread_id integer not null references threads (id),
  direction text not null check (direction in ('INBOUND', 'OUTBOUND')),
  status text not null check (status in ('DRAFT', 'SCHEDULED', 'SENT', 'RECEIVED')),
  subject text,
  body text not null,
  -- JSON array.
  attachments text not null default '[]',
  campaign_id integer,
  step_id integer,
  -- Request id and content of a manual message: the same request is sent once.
  request_id text,
  request text,
  at integer not null,
  opened_at integer,
  clicked_at integer,
  viewed_at integer,
  created_at integer not null
) strict;
create index messages_by_thread on messages (thread_id, at, id);
create index messages_by_campaign on messages (campaign_id, thread_id) where campaign_id is not null;
create unique index messages_by_request on messages (workspace_id, request_id) where request_id is not null;

-- Full text of messages. It keeps no copy: the text must be taken out before a message goes, and never changes.
create virtual table messages_fts using fts5 (
  subject, body, content = 'messages', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);

create table inbox_tags (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  color text not null,
  created_at integer not null,
  unique (workspace_id, name)
) strict;

-- identity_id 0: the contact itself, in all its conversations; else the conversations with that sender.
create table contact_tags (
  contact_id integer not null,
  identity_id integer not null,
  tag_id integer not null references inbox_tags (id) on delete cascade,
  added_at integer not null,
  primary key (contact_id, identity_id, tag_id)
) strict, without rowid;
create index contact_tags_by_tag on contact_tags (tag_id);

-- Engagement of contacts: open, click, reply, accept, visit.
create table contact_events (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  contact_id integer not null,
  identity_id integer,
  kind text not null,
  message_id integer references messages (id),
  campaign_id integer,
  step_id integer,
  at integer not null
) strict;
create index contact_events_by_contact on contact_events (contact_id, kind);
`,
};
