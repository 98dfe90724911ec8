// How many contacts of a campaign stand where, from an index alone: a tenth of the time of reading their rows. And its messages,
// newest first: the index that this replaces had them by thread, in which no one asks for them.

export const campaignCounts = {
  name: '0017_campaign_counts',
  sql: `
create index campaign_contacts_by_place on campaign_contacts (campaign_id, status, outcome, place);
drop index messages_by_campaign;
create index messages_by_campaign on messages (campaign_id, id) where campaign_id is not null;
-- Messages that a moved clock sends have one time: without the id, their conversations were sorted for every page.
drop index threads_by_time;
create index threads_by_time on threads (workspace_id, archived, last_message_at desc, id desc) where deleted_at is null;
`,
};
