// AI variables, their folders, AI messages, AI snippets, message templates, tones, and what refers to what.

export const ai = {
  name: '0006_ai',
  sql: `
create table ai_folders (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  tree text not null check (tree in ('contacts', 'companies', 'ai-messages', 'ai-snippets', 'message-templates')),
  name text not null,
  parent_id integer references ai_folders (id),
  created_at integer not null,
  updated_at integer not null
) strict;
create index ai_folders_by_tree on ai_folders (workspace_id, tree, parent_id);
create index ai_folders_by_parent on ai_folders (parent_id);

-- A variable is a field of its entity: name, entity and kind of data are the field's.
create table ai_variables (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  field_id integer not null unique references custom_fields (id),
  description text,
  -- With ids in place of names (rules/ai/prompt-form.ts).
  prompt text not null,
  model text,
  -- JSON.
  output_schema text not null,
  search integer not null,
  is_public integer not null,
  folder_id integer references ai_folders (id),
  -- The name of a standard field, or # and the key of another.
  website_field text,
  archived_at integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index ai_variables_by_workspace on ai_variables (workspace_id);
create index ai_variables_by_folder on ai_variables (folder_id) where folder_id is not null;

alter table ai_messages add column description text;
alter table ai_messages add column tone_id integer;
alter table ai_messages add column model text;
alter table ai_messages add column output_length text;
alter table ai_messages add column split_messages integer not null default 0;
alter table ai_messages add column folder_id integer references ai_folders (id);
alter table ai_messages add column updated_at integer;
alter table ai_messages add column deleted_at integer;
update ai_messages set updated_at = created_at;
create index ai_messages_by_folder on ai_messages (folder_id) where folder_id is not null;
create index ai_messages_by_source on ai_messages (copied_from) where copied_from is not null;

create table ai_snippets (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  description text,
  prompt text not null,
  tone_id integer,
  model text,
  folder_id integer references ai_folders (id),
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer
) strict;
create index ai_snippets_by_workspace on ai_snippets (workspace_id);
create index ai_snippets_by_folder on ai_snippets (folder_id) where folder_id is not null;

create table message_templates (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  description text,
  channel text,
  subject text,
  -- JSON array of texts.
  messages text not null,
  folder_id integer references ai_folders (id),
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer
) strict;
create index message_templates_by_workspace on message_templates (workspace_id);
create index message_templates_by_folder on message_templates (folder_id) where folder_id is not null;

-- The workspace's own; ids of the service's tones are below 1000.
create table ai_tones (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  description text,
  unique (workspace_id, name)
) strict;
insert into sqlite_sequence (name, seq) values ('ai_tones', 1000);

-- Which text names what: gone with the text. Kinds are those of contract/ai-words.ts.
create table ai_references (
  from_kind text not null,
  from_id integer not null,
  to_kind text not null,
  to_id integer not null,
  primary key (from_kind, from_id, to_kind, to_id)
) strict, without rowid;
create index ai_references_by_target on ai_references (to_kind, to_id);
`,
};
