// Engagement of contacts, as SQL over the contact row `r`; used by campaigns and workflows.

import type { EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import type { ReplyData } from '../../../../contract/table.ts';
import { type PageRequest, pagingOf, raw, sql, type Tx, windowOf } from '../../../core/sql.ts';
import type { ThreadKey } from '../../inbox/queries/threads.ts';
import { ENROLMENT_STATUS, hasEntered } from './enrolment-status.ts';

const newest = (...moments: readonly string[]): string =>
  `nullif(max(${moments.map((moment) => `coalesce(${moment}, 0)`).join(', ')}), 0)`;

const messageAt = (which: string): string =>
  `(select max(m.at) from threads as t join messages as m on m.thread_id = t.id
     where t.workspace_id = r.workspace_id and t.contact_id = r.id and t.deleted_at is null and ${which})`;

const eventAt = (which: string): string =>
  `(select max(e.at) from contact_events as e where e.contact_id = r.id and ${which})`;

/** Connected from the start: a stand-in for the network, one pair in sixteen. */
const wasConnected = (contactId: string, identityId: string): string =>
  `((${contactId} * 7919 + ${identityId} * 104729) % 16 = 0)`;

/** When the contact was last contacted; connection requests count, tasks do not. Null for never. */
export const CONTACTED_AT = newest(
  messageAt("t.channel <> 'TASK' and m.direction = 'OUTBOUND' and m.status = 'SENT'"),
  `(select max(a.at) from campaign_actions as a
     where a.contact_id = r.id and a.type = 'network_connection' and a.outcome = 'DONE')`,
);

export const REPLIED_AT = messageAt("m.direction = 'INBOUND'");

export const VISITED_AT = eventAt("e.kind = 'visit'");

/** Last activity of the contact; a colleague completing a task is not one. */
export const ACTIVE_AT = newest(REPLIED_AT, eventAt("e.kind <> 'complete'"));

/** Whether the contact is connected to any identity of the workspace. */
export const IS_CONNECTED = `(${eventAt("e.kind = 'accept'")} is not null or exists
  (select 1 from identities as i where i.workspace_id = r.workspace_id and i.deleted_at is null
     and ${wasConnected('r.id', 'i.id')}))`;

/** JSON array: campaigns the contact is or was in. */
export const CAMPAIGN_IDS = `(select json_group_array(cc.campaign_id) from campaign_contacts as cc
  where cc.contact_id = r.id and ${hasEntered('cc')})`;

export async function hasBeenContacted(tx: Tx, contactId: number): Promise<boolean> {
  return (await tx.value(sql`select ${raw(CONTACTED_AT)} from contacts as r where r.id = ${contactId}`)) !== null;
}

/** The step of a campaign that a reply at this moment is to: it sent the last message of the conversation, else of all. */
export async function lastStepSent(tx: Tx, { workspaceId, contactId, identityId, channel }: ThreadKey, at: number) {
  return tx.one<{ campaignId: number; stepId: number }>(sql`select m.campaign_id as campaignId, m.step_id as stepId
    from threads as t join messages as m on m.thread_id = t.id
    where t.workspace_id = ${workspaceId} and t.contact_id = ${contactId} and t.channel <> 'TASK'
      and m.direction = 'OUTBOUND' and m.status = 'SENT' and m.campaign_id is not null and m.at <= ${at}
    order by case when t.identity_id = ${identityId} and t.channel = ${channel} then 0 else 1 end, m.at desc, m.id desc
    limit 1`);
}

/** Whether they are connected on the network, from the start or by an accepted request. */
export async function areConnected(tx: Tx, contactId: number, identityId: number): Promise<boolean> {
  const areConnected = `select ${wasConnected('?1', '?2')} or exists (select 1 from contact_events as e
    where e.contact_id = ?1 and e.kind = 'accept' and (e.identity_id is null or e.identity_id = ?2))`;
  return (await tx.value(areConnected, contactId, identityId)) === 1;
}

// Contacts of a campaign by status: those in its sequence, those whose sequence ended, and those that were refused.

type Enrolment = ReplyData<'local', 'campaignContacts'>['contacts'][number];

/** Times are epoch ms; `place` is that of the next step. */
export interface EnrolmentRow extends Omit<Enrolment, 'lastAt' | 'nextStep' | 'dueAt'> {
  readonly lastAt: number | null;
  readonly place: number | null;
  readonly dueAt: number | null;
}

/** A page by contact id, and the total; `status` null: any. */
export async function enrolmentPage(tx: Tx, campaignId: number, status: EnrolmentStatus | null, page: PageRequest) {
  const { limit, offset } = windowOf(page);
  const where = `e.campaign_id = ?1 and (${ENROLMENT_STATUS} = ?2 or ?2 is null)`;
  const rows = await tx.all<EnrolmentRow>(
    `select e.contact_id as contactId, c.first_name as firstName, c.last_name as lastName,
       c.professional_email as professionalEmail, ${ENROLMENT_STATUS} as status, e.reason, a.type as lastStep, a.at as lastAt, case when e.due_at is null then null else e.place end as place,
       e.awaits as waitsFor, e.due_at as dueAt
     from (select * from campaign_contacts as e where ${where} order by e.contact_id limit ?3 offset ?4) as e
       join contacts as c on c.id = e.contact_id
       left join campaign_actions as a on a.id = (select max(id) from campaign_actions
         where contact_id = e.contact_id and campaign_id = e.campaign_id and entry = e.entry)
     order by e.contact_id`,
    campaignId,
    status,
    limit,
    offset,
  );
  const count = `select count(*) from campaign_contacts as e where ${where}`;
  const total = (await tx.value<number>(count, campaignId, status)) ?? 0;
  return { rows, paging: pagingOf(page, total) };
}

/** Epoch ms. A campaign has a clock of its own that stops while it is paused. */
interface Pauses {
  /** The length of all past pauses. */
  readonly pausedMs: number;
  /** Start of the current pause, or null. */
  readonly pausedAt: number | null;
  /** Completed because its last contact finished. */
  readonly isFinished: boolean;
}

export async function pausesOf(tx: Tx, campaignId: number): Promise<Pauses> {
  const row = await tx.one<Pauses>(sql`select paused_ms as pausedMs, paused_at as pausedAt,
    ran_through as "isFinished?" from campaigns where id = ${campaignId}`);
  return row ?? { pausedMs: 0, pausedAt: null, isFinished: false };
}

/** Stops the campaign's clock. */
export async function pauseTime(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(sql`update campaigns set paused_at = coalesce(paused_at, ${now}) where id = ${campaignId}`);
}

/** Restarts the campaign's clock: whatever is due stays as far away as it was. */
export async function resumeTime(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(sql`update campaigns
    set paused_ms = paused_ms + ${now} - coalesce(paused_at, ${now}), paused_at = null, ran_through = 0
    where id = ${campaignId}`);
}

/** Completes a campaign whose last contact has finished. */
export async function finishCampaign(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(sql`update campaigns set status = 'COMPLETED', ran_through = 1, updated_at = ${now}
    where id = ${campaignId}`);
}
