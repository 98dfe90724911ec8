-- What a campaign comes to, kept as it changes: its page and its figures read these rows, not those of its contacts.

create table enrolment_counts (
  campaign_id integer not null references campaigns (id) on delete cascade,
  -- ACTIVE, the outcome, or REFUSED for those who were never in the sequence.
  state text not null,
  -- Empty for none.
  reason text not null,
  -- Of the active: the step that is next, 0 for the first; the event that it waits for; the quarter of an hour that it is due in.
  place integer not null,
  awaits text not null,
  slot integer not null,
  contacts integer not null,
  primary key (campaign_id, state, reason, place, awaits, slot)
) strict, without rowid;

create table step_counts (
  campaign_id integer not null references campaigns (id) on delete cascade,
  step_id integer not null,
  -- An outcome; or of its messages: sent, open, click, view.
  what text not null,
  times integer not null,
  primary key (campaign_id, step_id, what)
) strict, without rowid;

-- Steps that reach a contact, by quarter of an hour.
create table slot_counts (
  campaign_id integer not null references campaigns (id) on delete cascade,
  slot integer not null,
  outcome text not null,
  times integer not null,
  primary key (campaign_id, slot, outcome)
) strict, without rowid;

insert into enrolment_counts select campaign_id,
  case when status = 'ACTIVE' or outcome is not null then coalesce(outcome, status) else 'REFUSED' end,
  coalesce(reason, ''), case when due_at is null then 0 else coalesce(place, 0) end, coalesce(awaits, ''),
  coalesce(due_at, 0) / 900000, count(*) from campaign_contacts group by 1, 2, 3, 4, 5, 6;

insert into step_counts select campaign_id, step_id, outcome, count(*) from campaign_actions group by 1, 2, 3;

insert into step_counts select campaign_id, step_id, what, n from (
  select m.campaign_id, m.step_id, 'sent' as what, count(*) as n from messages as m join threads as t on t.id = m.thread_id
    where m.step_id is not null and m.status = 'SENT' and t.channel <> 'TASK' group by 1, 2
  union all select campaign_id, step_id, 'open', count(opened_at) from messages where step_id is not null group by 1, 2
  union all select campaign_id, step_id, 'click', count(clicked_at) from messages where step_id is not null group by 1, 2
  union all select campaign_id, step_id, 'view', count(viewed_at) from messages where step_id is not null group by 1, 2
) as counted where n > 0;

insert into slot_counts select campaign_id, at / 900000, outcome, count(*) from campaign_actions
  where outcome in ('DONE', 'FAILED') and type not in ('condition', 'end', 'task', 'network_visit_profile',
    'network_like_last_post', 'add_to_another_campaign') group by 1, 2, 3;

-- A reply belongs to the last message before it.
update contact_events set (campaign_id, step_id) = (select m.campaign_id, m.step_id
  from threads as t join messages as m on m.thread_id = t.id
  where t.workspace_id = contact_events.workspace_id and t.contact_id = contact_events.contact_id and t.channel <> 'TASK'
    and m.direction = 'OUTBOUND' and m.status = 'SENT' and m.campaign_id is not null and m.at <= contact_events.at
  order by m.at desc, m.id desc limit 1)
  where kind = 'reply';

create index contact_events_by_reply on contact_events (campaign_id, step_id, contact_id) where kind = 'reply';

drop index campaign_contacts_by_place;
create index campaign_contacts_by_place on campaign_contacts (campaign_id, place, due_at) where due_at is not null;

-- What was looked for by its type is all requests to connect, and tasks that are open.
drop index campaign_actions_by_campaign;
create index campaign_actions_by_request on campaign_actions (campaign_id, outcome) where type = 'network_connection';
create index campaign_actions_by_task on campaign_actions (campaign_id)
  where type = 'task' and outcome = 'DONE' and completed_at is null;
