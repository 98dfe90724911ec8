// Campaigns being carried out: where each contact stands, what was done, and what is still to be heard of it.

export const campaignRuns = {
  name: '0011_campaign_runs',
  sql: `
-- Times of a campaign exclude its pauses: after one, due times are as far away as before.
alter table campaigns add column paused_at integer;
alter table campaigns add column paused_ms integer not null default 0;
-- It completed by itself, everybody being through: principal is added then makes it go on.
alter table campaigns add column ran_through integer not null default 0;

-- How often the contact has started.
alter table campaign_contacts add column entry integer not null default 1;
-- The step that comes next, or that waits: its connection. Null: the first.
alter table campaign_contacts add column place integer;
-- When it is done, or the wait ends, without pauses; 0 = as soon as it can be; null = the sequence is over.
alter table campaign_contacts add column due_at integer;
-- What a branching step waits for (an event, of a message or a task where it is about one), and whether it has come.
alter table campaign_contacts add column awaits text;
alter table campaign_contacts add column awaits_id integer;
alter table campaign_contacts add column heard integer not null default 0;
-- How and why it ended.
alter table campaign_contacts add column outcome text check (outcome in ('COMPLETED', 'REPLIED', 'FAILED', 'STOPPED'));
alter table campaign_contacts add column reason text;
update campaign_contacts set due_at = 0 where status = 'ACTIVE';
update campaign_contacts set outcome = 'STOPPED' where status = 'COMPLETED';
create index campaign_contacts_by_due on campaign_contacts (campaign_id, due_at) where due_at is not null;

-- Every step that was come to, by contact.
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
`,
};
