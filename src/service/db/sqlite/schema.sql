-- The schema of a store on SQLite. PostgreSQL's follows from it (db/postgres/schema.ts): the same tables, columns, keys and indexes,
-- which a test compares. Times are epoch milliseconds, flags 0 or 1. A change is a numbered migration (db/migrations.ts).

-- The service itself

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

create table page_sessions (
  -- SHA-256 of the secret, in hex.
  hash text primary key,
  -- A link becomes a session when it is used.
  is_link integer not null,
  -- Of the real clock, epoch ms.
  expires_at integer not null
) strict, without rowid;

create table delivery_windows (
  webhook_id text primary key,
  began_at integer not null,
  used integer not null
) strict, without rowid;

create table signed_deliveries (
  webhook_id text not null,
  delivery_id text not null,
  -- Of the real clock, epoch ms.
  at integer not null,
  primary key (webhook_id, delivery_id)
) strict, without rowid;
create index signed_deliveries_by_time on signed_deliveries (at);

-- Records

create table companies (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text,
  domain text,
  website text,
  industry text,
  network_url text,
  number_of_employees real,
  country text,
  crm_id text,
  properties text not null default '{}',
  -- The values in properties, for full text.
  properties_text text,
  created_at integer not null,
  updated_at integer not null,
  network_key text,
  domain_key text,
  website_key text
) strict;
create index companies_by_workspace on companies (workspace_id);
create index companies_by_name on companies (workspace_id, name) where name is not null;
create index companies_by_network on companies (workspace_id, network_key) where network_key is not null;
create index companies_by_domain on companies (workspace_id, domain_key) where domain_key is not null;
create index companies_by_website on companies (workspace_id, website_key) where website_key is not null;
create index companies_by_creation on companies (workspace_id, created_at);

create table contacts (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  company_id integer references companies (id),
  first_name text,
  last_name text,
  job_title text,
  professional_email text,
  personal_emails text,
  mobile_phone text,
  phones text,
  network_profile_url text,
  network_headline text,
  country text,
  image_url text,
  email_verification_status text,
  contact_crm_id text,
  lead_crm_id text,
  properties text not null default '{}',
  -- The values in properties, for full text.
  properties_text text,
  created_at integer not null,
  updated_at integer not null,
  -- Blocklisted or opted out: still there, still merged into, never among duplicates.
  suppressed integer not null default 0,
  network_key text,
  full_name_key text,
  email_key text,
  contact_crm_key text,
  lead_crm_key text
) strict;
create index contacts_by_workspace on contacts (workspace_id);
create index contacts_by_company on contacts (workspace_id, company_id, last_name, first_name)
  where company_id is not null;
create index contacts_by_creation on contacts (workspace_id, created_at);
create index contacts_by_network on contacts (workspace_id, network_key, suppressed) where network_key is not null;
create index contacts_by_full_name on contacts (workspace_id, full_name_key, suppressed)
  where full_name_key is not null;
create index contacts_by_email on contacts (workspace_id, email_key, suppressed) where email_key is not null;
create index contacts_by_crm on contacts (workspace_id, contact_crm_key, suppressed)
  where contact_crm_key is not null;
create index contacts_by_crm_lead on contacts (workspace_id, lead_crm_key, suppressed)
  where lead_crm_key is not null;
create index contacts_by_job_title on contacts (workspace_id, job_title) where length(job_title) <= 500;

create table custom_fields (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  entity text not null check (entity in ('CONTACT', 'COMPANY')),
  name text not null,
  field_type text not null,
  data_type text not null,
  created_at integer not null,
  unique (workspace_id, entity, name)
) strict;

create table lists (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  entity text not null check (entity in ('CONTACT', 'COMPANY')),
  created_at integer not null,
  unique (workspace_id, entity, name)
) strict;

create table list_members (
  list_id integer not null references lists (id) on delete cascade,
  member_id integer not null,
  primary key (list_id, member_id)
) strict, without rowid;

-- Identities and campaigns

create table identities (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  email text,
  created_at integer not null,
  profile text not null default '{}',
  signature text,
  updated_at integer,
  deleted_at integer,
  unique (workspace_id, name)
) strict;

create table user_identities (
  user_id integer not null references users (id) on delete cascade,
  identity_id integer not null references identities (id),
  primary key (user_id, identity_id)
) strict, without rowid;

create table task_owners (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  email text not null,
  unique (workspace_id, email)
) strict;

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
  updated_at integer not null,
  paused_at integer,
  paused_ms integer not null default 0,
  ran_through integer not null default 0
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
  entry integer not null default 1,
  place integer,
  due_at integer,
  awaits text,
  awaits_id integer,
  heard integer not null default 0,
  outcome text check (outcome in ('COMPLETED', 'REPLIED', 'FAILED', 'STOPPED')),
  reason text,
  primary key (campaign_id, contact_id)
) strict, without rowid;
create index campaign_contacts_by_contact on campaign_contacts (contact_id);
create index campaign_contacts_by_due on campaign_contacts (campaign_id, due_at) where due_at is not null;
create index campaign_contacts_by_place on campaign_contacts (campaign_id, status, outcome, place);

create table campaign_actions (
  id integer primary key autoincrement,
  workspace_id integer not null,
  campaign_id integer not null,
  contact_id integer not null,
  entry integer not null,
  step_id integer not null,
  type text not null,
  -- TRUE and FALSE: how a condition was decided.
  outcome text not null check (outcome in ('DONE', 'SKIPPED', 'FAILED', 'TRUE', 'FALSE')),
  reason text,
  message_id integer,
  -- Of a task.
  completed_at integer,
  at integer not null,
  -- What the stand-in for the world outside lets follow, JSON [kind, moment] in order; the moment of the first.
  expected text,
  next_at integer
) strict;
create index campaign_actions_by_campaign on campaign_actions (campaign_id, type, outcome);
create index campaign_actions_by_contact on campaign_actions (contact_id, id);
create index campaign_actions_by_event on campaign_actions (campaign_id, next_at) where next_at is not null;
create index campaign_actions_by_step on campaign_actions (campaign_id, step_id, outcome, at);

create table counters (name text primary key, last integer not null) strict, without rowid;

-- What AI writes

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

create table ai_messages (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  channel text not null check (channel in ('EMAIL', 'NETWORK', 'NETWORK_INMAIL', 'NETWORK_CONNECTION')),
  prompt text not null,
  -- A step's own copy: whose it is, and the id of what it was first made from. Null for a message of the workspace.
  campaign_id integer references campaigns (id) on delete cascade,
  copied_from text,
  created_at integer not null,
  description text,
  tone_id integer,
  model text,
  output_length text,
  split_messages integer not null default 0,
  folder_id integer references ai_folders (id),
  updated_at integer,
  deleted_at integer
) strict;
create index ai_messages_by_workspace on ai_messages (workspace_id, campaign_id);
create index ai_messages_by_folder on ai_messages (folder_id) where folder_id is not null;
create index ai_messages_by_source on ai_messages (copied_from) where copied_from is not null;

create table ai_variables (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  field_id integer not null unique references custom_fields (id),
  description text,
  -- With ids in place of names (rules/ai/tokens.ts).
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

create table ai_tones (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  description text,
  unique (workspace_id, name)
) strict;

create table ai_references (
  from_kind text not null,
  from_id integer not null,
  to_kind text not null,
  to_id integer not null,
  primary key (from_kind, from_id, to_kind, to_id)
) strict, without rowid;
create index ai_references_by_target on ai_references (to_kind, to_id);

-- Background work and workflows

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

create table intent_listeners (
  workspace_id integer not null references workspaces (id),
  kind text not null,
  workflow_id integer not null,
  primary key (workspace_id, kind, workflow_id)
) strict, without rowid;

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

create table workflow_changes (
  workflow_id integer not null references workflows (id) on delete cascade,
  -- The workflow's updated_at after it.
  revision integer not null,
  key_name text not null,
  summary text not null,
  primary key (workflow_id, revision)
) strict, without rowid;

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
  progress text not null default '{}',
  unique (workflow_id, sequence_number)
) strict;
create index workflow_runs_by_status on workflow_runs (workspace_id, status, workflow_id);

create table workflow_run_counts (
  run_id integer not null references workflow_runs (id) on delete cascade,
  -- Which node of the version's plan, from 0.
  step integer not null,
  status text not null,
  n integer not null,
  primary key (run_id, step, status)
) strict, without rowid;

create table workflow_run_entities (
  run_id integer not null references workflow_runs (id) on delete cascade,
  entity_id integer not null,
  -- One row for each step that the record has reached.
  step integer not null,
  -- PENDING: its turn at the step has not come; WAITING: for due_at, or for a decision where that is null;
  -- otherwise the result of the step.
  status text not null,
  due_at integer,
  reason text,
  -- When the record left the step.
  at integer,
  primary key (run_id, entity_id, step)
) strict, without rowid;
create index workflow_run_pending on workflow_run_entities (run_id, step, entity_id) where status = 'PENDING';
create index workflow_run_waiting on workflow_run_entities (run_id, step, due_at, entity_id) where status = 'WAITING';

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

-- How many records of a run left their steps, by what became of them.
create table workflow_run_times (
  run_id integer not null references workflow_runs (id) on delete cascade,
  -- A quarter of an hour since the epoch.
  slot integer not null,
  status text not null,
  n integer not null,
  primary key (run_id, slot, status)
) strict, without rowid;

-- Playbook, finder and actions

create table playbooks (
  workspace_id integer primary key references workspaces (id),
  -- JSON: company fields that have a value.
  company text not null default '{}',
  -- JSON: the companies that the last refresh found to fit.
  ideal_companies text not null default '[]',
  refreshed_at integer
) strict;

create table playbook_items (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  section text not null
    check (section in ('productsServices', 'idealCustomerProfiles', 'competitors', 'testimonials', 'faqs')),
  -- JSON array: the parts of the match key, trimmed.
  item_key text not null,
  -- JSON: the fields that can be written.
  fields text not null,
  -- JSON: the search that the last refresh recommends for a profile.
  filters text,
  -- A removed item stays, so that its key can restore it.
  removed_at integer,
  created_at integer not null,
  updated_at integer not null,
  unique (workspace_id, section, item_key)
) strict;

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

create table action_records (
  run_id integer not null references action_runs (id) on delete cascade,
  entity text not null check (entity in ('CONTACT', 'COMPANY')),
  record_id integer not null,
  role text not null check (role in ('TARGET', 'IMPORTED')),
  primary key (run_id, entity, record_id)
) strict, without rowid;

create table action_outcomes (
  run_id integer not null references action_runs (id) on delete cascade,
  record_id integer not null,
  -- Which of the run's actions, from 0.
  action_index integer not null,
  status text not null check (status in ('COMPLETED', 'FAILED', 'SKIPPED', 'CANCELLED')),
  reason text,
  credits real not null,
  at integer,
  primary key (run_id, record_id, action_index)
) strict, without rowid;

-- Conversations

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
create index threads_by_unread on threads (workspace_id, unread) where unread > 0;
create index threads_by_time on threads (workspace_id, archived, last_message_at desc, id desc) where deleted_at is null;

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
  created_at integer not null,
  -- When it was sent, whatever becomes of its contact and sender.
  contact_name text,
  contact_address text,
  sender_name text,
  sender_address text,
  signature text
) strict;
create index messages_by_thread on messages (thread_id, at, id);
create index messages_by_address on messages (workspace_id, contact_address) where contact_address is not null;
create index messages_by_reply on messages (workspace_id, thread_id) where direction = 'INBOUND';
create index messages_by_day on messages (workspace_id, at);
create unique index messages_by_request on messages (workspace_id, request_id) where request_id is not null;
create index messages_by_campaign on messages (campaign_id, id) where campaign_id is not null;

create table inbox_tags (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  color text not null,
  created_at integer not null,
  unique (workspace_id, name)
) strict;

create table contact_tags (
  contact_id integer not null,
  identity_id integer not null,
  tag_id integer not null references inbox_tags (id) on delete cascade,
  added_at integer not null,
  primary key (contact_id, identity_id, tag_id)
) strict, without rowid;
create index contact_tags_by_tag on contact_tags (tag_id);

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

-- Social selling

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

-- Full text: every word is kept together with its workspace (db/fulltext.ts). The indexes keep no text.

create view contacts_text (id, body, workspace) as
  select id, concat_ws(' ', first_name, last_name, job_title, professional_email, personal_emails, mobile_phone, phones,
    network_profile_url, network_headline, country, contact_crm_id, lead_crm_id, properties_text), workspace_id
  from contacts;

create view companies_text (id, body, workspace) as
  select id, concat_ws(' ', name, domain, website, industry, network_url, country, crm_id, properties_text), workspace_id
  from companies;

create view messages_text (id, body, workspace) as select id, concat_ws(' ', subject, body), workspace_id from messages;

create virtual table contacts_fts using fts5 (
  body, content = '', columnsize = 0, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'",
  prefix = '3 4'
);

create virtual table companies_fts using fts5 (
  body, content = '', columnsize = 0, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'",
  prefix = '3 4'
);

create virtual table messages_fts using fts5 (
  body, content = '', columnsize = 0, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'"
);

-- The service's own tones have the ids below.
insert into sqlite_sequence (name, seq) values ('ai_tones', 1000);
