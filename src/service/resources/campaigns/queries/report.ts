// What campaigns sent and what came of it, counted in the store. Reads all of it since the moment.

import type { EngagementEvent, StepType } from '../../../../contract/campaigns/enums.ts';
import type { SentChannel } from '../../../../contract/local/enums.ts';
import type { Tx } from '../../../db/connection.ts';
import { IN_LIST, jsonList } from '../../../db/rowset.ts';
import { IDENTITY_NAME } from '../../identities/queries/senders.ts';
import { ALREADY_CONNECTED } from './step-executions.ts';

export interface ReportScope {
  readonly workspaceId: number;
  readonly campaignIds: readonly number[];
  /** Epoch ms. */
  readonly from: number;
}

interface OfCampaign {
  readonly campaignId: number;
  readonly campaign: string;
}

/** ?1 is the workspace, ?2 the moment. */
const IS_CHOSEN = 'in (select value from json_each(?3))';

const rowsOf = <R>(tx: Tx, { workspaceId, campaignIds, from }: ReportScope, sql: string): Promise<R[]> =>
  tx.all<R>(sql, workspaceId, from, jsonList(campaignIds));

/** A request to connect is one message, with or without a note. */
const SENT = `
  select m.at, t.channel, m.campaign_id, m.step_id, t.identity_id, t.contact_id
  from messages as m join threads as t on t.id = m.thread_id
  where m.workspace_id = ?1 and m.at >= ?2 and m.campaign_id ${IS_CHOSEN} and m.direction = 'OUTBOUND' and m.status = 'SENT'
    and m.id not in (select a.message_id from campaign_actions as a where a.workspace_id = ?1 and a.campaign_id ${IS_CHOSEN}
      and a.type = 'network_connection' and a.message_id is not null)
  union all
  select a.at, 'CONNECTION', a.campaign_id, a.step_id, c.identity_id, a.contact_id
  from campaign_actions as a join campaigns as c on c.id = a.campaign_id
  where a.workspace_id = ?1 and a.at >= ?2 and a.campaign_id ${IS_CHOSEN} and a.type = 'network_connection' and a.outcome = 'DONE'`;

const DAY_MS = 86_400_000;

export interface SentRow extends OfCampaign {
  /** Since the epoch, in UTC. */
  readonly day: number;
  readonly channel: SentChannel;
  readonly senderId: number;
  readonly sender: string;
  readonly messages: number;
  readonly contacts: number;
}

export const sentByDay = (tx: Tx, scope: ReportScope) =>
  rowsOf<SentRow>(
    tx,
    scope,
    `select x.day, x.channel, x.campaign_id as campaignId, c.name as campaign, x.identity_id as senderId,
       ${IDENTITY_NAME} as sender, x.messages, x.contacts
     from (select s.at / ${DAY_MS} as day, s.channel, s.campaign_id, s.identity_id, count(*) as messages,
         count(distinct s.contact_id) as contacts
       from (${SENT}) as s group by s.at / ${DAY_MS}, s.channel, s.campaign_id, s.identity_id) as x
     join campaigns as c on c.id = x.campaign_id join identities as i on i.id = x.identity_id
     order by x.day, x.channel, c.name, x.campaign_id, x.identity_id`,
  );

/** How many contacts got any message. */
export async function contactsReached(tx: Tx, scope: ReportScope): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    tx,
    scope,
    `select count(distinct s.contact_id) as n from (${SENT}) as s where s.channel <> 'TASK'`,
  );
  return row?.n ?? 0;
}

export interface StepCount extends OfCampaign {
  readonly stepId: number;
  readonly type: StepType;
  readonly done: number;
  readonly yes: number;
  readonly no: number;
  readonly accepted: number;
  readonly completed: number;
}

/** Contacts by how steps ended for them. */
export const stepCounts = (tx: Tx, scope: ReportScope) =>
  rowsOf<StepCount>(
    tx,
    scope,
    `select a.campaign_id as campaignId, c.name as campaign, a.step_id as stepId, a.type,
       count(case when a.outcome = 'DONE' then 1 end) as done,
       count(case when a.outcome = 'TRUE' then 1 end) as yes, count(case when a.outcome = 'FALSE' then 1 end) as no,
       count(a.completed_at) as completed,
       count(distinct case when a.type = 'network_connection' and a.outcome = 'DONE' and exists (select 1
         from contact_events as e where e.contact_id = a.contact_id and e.kind = 'accept' and e.at >= a.at
           and (e.identity_id is null or e.identity_id = c.identity_id)) then a.contact_id end) as accepted
     from campaign_actions as a join campaigns as c on c.id = a.campaign_id
     where a.workspace_id = ?1 and a.at >= ?2 and a.campaign_id ${IS_CHOSEN}
     group by a.campaign_id, c.name, a.step_id, a.type`,
  );

export interface SeenCount {
  readonly campaignId: number;
  readonly stepId: number;
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly viewed: number;
}

export const seenCounts = (tx: Tx, scope: ReportScope) =>
  rowsOf<SeenCount>(
    tx,
    scope,
    `select m.campaign_id as campaignId, m.step_id as stepId, count(*) as sent, count(m.opened_at) as opened,
       count(m.clicked_at) as clicked, count(m.viewed_at) as viewed
     from messages as m where m.workspace_id = ?1 and m.at >= ?2 and m.campaign_id ${IS_CHOSEN} and m.status = 'SENT'
     group by m.campaign_id, m.step_id`,
  );

/** Contacts that replied, by the step whose message was the last before. */
export const replyCounts = (tx: Tx, scope: ReportScope) =>
  rowsOf<{ readonly campaignId: number; readonly stepId: number; readonly replied: number }>(
    tx,
    scope,
    `select m.campaign_id as campaignId, m.step_id as stepId, count(distinct r.contact_id) as replied
     from (select e.contact_id, (select m.id from threads as t join messages as m on m.thread_id = t.id
         where t.workspace_id = ?1 and t.contact_id = e.contact_id and t.channel <> 'TASK' and m.direction = 'OUTBOUND'
           and m.status = 'SENT' and m.campaign_id is not null and m.at <= e.at order by m.at desc, m.id desc limit 1) as last
       from contact_events as e where e.workspace_id = ?1 and e.at >= ?2 and e.kind = 'reply') as r
     join messages as m on m.id = r.last where m.campaign_id ${IS_CHOSEN} group by m.campaign_id, m.step_id`,
  );

export interface HeldRow extends OfCampaign {
  readonly stepId: number | null;
  readonly reason: string;
  readonly contacts: number;
}

/** Contacts that a step skipped or failed, and whose sequence was stopped; most first. */
export const heldUp = (tx: Tx, scope: ReportScope) =>
  rowsOf<HeldRow>(
    tx,
    scope,
    `select x.campaign_id as campaignId, c.name as campaign, x.step_id as stepId, x.reason, x.contacts
     from (select a.campaign_id, a.step_id, a.reason, count(distinct a.contact_id) as contacts
       from campaign_actions as a
       where a.workspace_id = ?1 and a.at >= ?2 and a.campaign_id ${IS_CHOSEN} and a.outcome in ('SKIPPED', 'FAILED')
         and a.reason <> '${ALREADY_CONNECTED}'
       group by a.campaign_id, a.step_id, a.reason
       union all
       select e.campaign_id, null, coalesce(e.reason, 'stopped'), count(*) from campaign_contacts as e
       where e.workspace_id = ?1 and e.changed_at >= ?2 and e.campaign_id ${IS_CHOSEN} and e.outcome = 'STOPPED'
       group by e.campaign_id, e.reason) as x
     join campaigns as c on c.id = x.campaign_id where x.reason is not null
     order by x.contacts desc, c.name, x.campaign_id, x.step_id, x.reason`,
  );

export interface WaitingRow extends OfCampaign {
  readonly connectionId: number;
  readonly awaits: EngagementEvent | null;
  readonly contacts: number;
}

export const waitingAt = (tx: Tx, { workspaceId, campaignIds }: ReportScope) =>
  tx.all<WaitingRow>(
    `select e.campaign_id as campaignId, c.name as campaign, e.place as connectionId, e.awaits, count(*) as contacts
     from campaign_contacts as e join campaigns as c on c.id = e.campaign_id
     where e.workspace_id = ? and e.campaign_id ${IN_LIST} and e.status = 'ACTIVE'
       and e.place is not null
     group by e.campaign_id, c.name, e.place, e.awaits order by c.name, e.campaign_id, e.place, e.awaits`,
    workspaceId,
    jsonList(campaignIds),
  );
