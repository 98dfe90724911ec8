import type { EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import type { CampaignReport } from '../../../../contract/local/timeline.ts';
import { allOf, type Fragment, inList, type PageWindow, raw, sql, type Tx } from '../../../core/sql.ts';
import { spanSql, type TimeSpan } from '../../../core/time-span.ts';
import { unindexed } from '../../../db/rowset.ts';
import type { ContactCampaign } from '../../contacts/queries/events.ts';
import { IDENTITY_NAME } from '../../identities/queries/identities.ts';
import { searchSql } from '../../records/queries/pages.ts';
import { ENROLMENT_STATUS } from './enrolment-status.ts';
import { ALREADY_CONNECTED, type ExecutionOutcome } from './step-executions.ts';

export const DAY_MS = 86_400_000;

interface ReportScope {
  readonly workspaceId: number;
  readonly campaignIds: readonly number[];
  /** Epoch ms. */
  readonly from: number;
}

type StepKey = Pick<CampaignReport['steps'][number], 'campaignId' | 'stepId'>;
/** `day`: since the epoch, in UTC. */
type SentRow = Omit<CampaignReport['days'][number], 'date'> & { readonly day: number };
type StepCounts = StepKey &
  Pick<CampaignReport['steps'][number], 'campaign' | 'type' | 'yes' | 'no' | 'accepted' | 'completed'>;
type SeenCounts = StepKey & Pick<CampaignReport['steps'][number], 'sent' | 'opened' | 'clicked' | 'viewed'>;

/** What was sent since: a request to connect is one message, with or without a note. */
function sentSince({ workspaceId, campaignIds, from }: ReportScope) {
  // Of all time, by the index of campaigns; else by that of days.
  const since = (table: string) =>
    allOf([
      sql`${raw(from === 0 ? unindexed(`${table}.workspace_id`) : `${table}.workspace_id`)} = ${workspaceId}`,
      ...(from === 0 ? [] : [sql`${raw(table)}.at >= ${from}`]),
      sql`${raw(table)}.campaign_id ${inList(campaignIds)}`,
    ]);
  const sent = sql`select m.at, t.channel, m.campaign_id, t.identity_id, t.contact_id
    from messages as m join threads as t on t.id = m.thread_id
    where ${since('m')} and m.direction = 'OUTBOUND' and m.status = 'SENT' and m.id not in (select a.message_id
      from campaign_actions as a where ${since('a')} and a.type = 'network_connection' and a.message_id is not null)
    union all
    select a.at, 'CONNECTION', a.campaign_id, c.identity_id, a.contact_id
    from campaign_actions as a join campaigns as c on c.id = a.campaign_id
    where ${since('a')} and a.type = 'network_connection' and a.outcome = 'DONE'`;
  return { since, sent };
}

/** By day, channel and sender; and how many contacts got any message. */
export async function sentRows(tx: Tx, scope: ReportScope): Promise<{ days: SentRow[]; contacts: number }> {
  const { sent } = sentSince(scope);
  const days = await tx.all<SentRow>(sql`select x.day, x.channel, x.campaign_id as campaignId, c.name as campaign,
      x.identity_id as senderId, ${raw(IDENTITY_NAME)} as sender, x.messages, x.contacts
    from (select s.at / ${raw(String(DAY_MS))} as day, s.channel, s.campaign_id, s.identity_id, count(*) as messages,
        count(distinct s.contact_id) as contacts
      from (${sent}) as s group by s.at / ${raw(String(DAY_MS))}, s.channel, s.campaign_id, s.identity_id) as x
    join campaigns as c on c.id = x.campaign_id join identities as i on i.id = x.identity_id
    order by x.day, x.channel, c.name, x.campaign_id, x.identity_id`);
  const reached = sql`select count(distinct s.contact_id) from (${sent}) as s where s.channel <> 'TASK'`;
  return { days, contacts: (await tx.value<number>(reached)) ?? 0 };
}

export function stepCounts(tx: Tx, scope: ReportScope) {
  const { since } = sentSince(scope);
  return tx.all<StepCounts & { done: number }>(sql`select a.campaign_id as campaignId, c.name as campaign,
      a.step_id as stepId, a.type, count(case when a.outcome = 'DONE' then 1 end) as done,
      count(case when a.outcome = 'TRUE' then 1 end) as yes, count(case when a.outcome = 'FALSE' then 1 end) as no,
      count(a.completed_at) as completed,
      count(distinct case when a.type = 'network_connection' and a.outcome = 'DONE' and exists (select 1
        from contact_events as e where e.contact_id = a.contact_id and e.kind = 'accept' and e.at >= a.at
          and (e.identity_id is null or e.identity_id = c.identity_id)) then a.contact_id end) as accepted
    from campaign_actions as a join campaigns as c on c.id = a.campaign_id
    where ${since('a')} group by a.campaign_id, c.name, a.step_id, a.type`);
}

/** What became of the messages of steps, and who replied after them. */
export async function stepEngagement(tx: Tx, scope: ReportScope) {
  const { since } = sentSince(scope);
  const { campaignIds, from } = scope;
  const seen = await tx.all<SeenCounts>(sql`select m.campaign_id as campaignId, m.step_id as stepId, count(*) as sent,
      count(m.opened_at) as opened, count(m.clicked_at) as clicked, count(m.viewed_at) as viewed
    from messages as m where ${since('m')} and m.status = 'SENT' group by m.campaign_id, m.step_id`);
  const replies = await tx.all<StepKey & { replied: number }>(sql`select campaign_id as campaignId,
      step_id as stepId, count(distinct contact_id) as replied from contact_events
    where campaign_id ${inList(campaignIds)} and kind = 'reply' and at >= ${from} group by campaign_id, step_id`);
  const isOf = (step: StepKey) => (row: StepKey) => row.campaignId === step.campaignId && row.stepId === step.stepId;
  return (step: StepKey) => ({
    ...(seen.find(isOf(step)) ?? { sent: 0, opened: 0, clicked: 0, viewed: 0 }),
    replied: replies.find(isOf(step))?.replied ?? 0,
  });
}

/** Contacts that a step skipped or failed and whose sequence was stopped, most first; and those that wait. */
export async function heldUp(tx: Tx, scope: ReportScope): Promise<Pick<CampaignReport, 'held' | 'waiting'>> {
  const { since } = sentSince(scope);
  const { workspaceId, campaignIds, from } = scope;
  const isOf = sql`e.workspace_id = ${workspaceId} and e.campaign_id ${inList(campaignIds)}`;
  const held = await tx.all<CampaignReport['held'][number]>(sql`select x.campaign_id as campaignId, c.name as campaign,
      x.step_id as stepId, x.reason, x.contacts
    from (select a.campaign_id, a.step_id, a.reason, count(distinct a.contact_id) as contacts
      from campaign_actions as a where ${since('a')} and a.outcome in ('SKIPPED', 'FAILED')
        and a.reason <> ${ALREADY_CONNECTED} group by a.campaign_id, a.step_id, a.reason
      union all
      select e.campaign_id, null, coalesce(e.reason, 'stopped'), count(*) from campaign_contacts as e
      where ${isOf} and e.changed_at >= ${from} and e.outcome = 'STOPPED' group by e.campaign_id, e.reason) as x
    join campaigns as c on c.id = x.campaign_id order by x.contacts desc, c.name, x.campaign_id, x.step_id, x.reason`);
  const waiting = await tx.all<
    CampaignReport['waiting'][number]
  >(sql`select e.campaign_id as campaignId, c.name as campaign,
      e.place as connectionId, e.awaits, count(*) as contacts
    from campaign_contacts as e join campaigns as c on c.id = e.campaign_id
    where ${isOf} and e.status = 'ACTIVE' and e.place is not null
    group by e.campaign_id, c.name, e.place, e.awaits order by c.name, e.campaign_id, e.place, e.awaits`);
  return { held, waiting };
}

// A campaign as it runs: which contacts are where.

/** When a step is due for the first contact for whom it comes next, on the campaign's clock. */
export const stepDueAt = (tx: Tx, campaignId: number, place: number) =>
  tx.value<number>(sql`select min(due_at) from campaign_contacts
    where campaign_id = ${campaignId} and place = ${place} and due_at is not null`);

export interface SheetRow extends Omit<ContactCampaign, 'id' | 'name' | 'steps' | 'status'> {
  readonly contactId: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Null where the contact is no longer in the campaign. */
  readonly status: EnrolmentStatus | null;
  /** Of the step that was executed, where that is what is listed. */
  readonly doneAt: number | null;
  readonly doneStep: number | null;
}

export interface SheetFilter extends TimeSpan {
  /** Contacts, those whose next step is due, whose sequence is over; or steps that reached one, tasks that are open, or steps with this outcome. */
  readonly show: 'all' | 'waiting' | 'ended' | 'sent' | 'open' | ExecutionOutcome;
  /** Of the step: what was executed; what is next. `isFirst`: of who has not begun as well. */
  readonly step?: { readonly stepId: number; readonly place: number; readonly isFirst: boolean } | undefined;
  readonly status?: EnrolmentStatus | undefined;
  readonly reason?: string | undefined;
  readonly search?: string | undefined;
}

interface SheetScope {
  readonly workspaceId: number;
  readonly campaignId: number;
  readonly pausedMs: number;
  /** That are looked through for what was executed. */
  readonly stepIds: readonly number[];
}

function matching(workspaceId: number, column: string, search: string | undefined): Fragment[] {
  const found = search === undefined ? null : searchSql({ workspaceId, entity: 'CONTACT', alias: 'r' }, search);
  if (found === null) return [];
  return [sql`${raw(column)} in (select r.id from contacts as r where r.workspace_id = ${workspaceId} and (${found}))`];
}

function enrolled({ workspaceId, campaignId, pausedMs }: SheetScope, filter: SheetFilter, page: PageWindow): Fragment {
  const { show, step, status, reason, search, from, to } = filter;
  const isWaiting = show === 'waiting';
  const where = allOf([
    sql`e.campaign_id = ${campaignId}`,
    ...(show === 'all' ? [] : [raw(isWaiting ? 'e.due_at is not null' : "e.status = 'COMPLETED'")]),
    ...(step ? [step.isFirst ? sql`e.place is null or e.place = ${step.place}` : sql`e.place = ${step.place}`] : []),
    ...(status ? [sql`${raw(ENROLMENT_STATUS)} = ${status}`] : []),
    ...(reason ? [sql`e.reason = ${reason}`] : []),
    ...(from === undefined || !isWaiting ? [] : [sql`e.due_at >= ${from - pausedMs}`]),
    ...(to === undefined || !isWaiting ? [] : [sql`e.due_at < ${to - pausedMs}`]),
    ...matching(workspaceId, 'e.contact_id', search),
  ]);
  return sql`select e.contact_id, e.due_at as key, cast(null as bigint) as done_at, cast(null as bigint) as step_id,
    cast(null as text) as why from campaign_contacts as e where ${where}
    order by ${raw(isWaiting ? 'e.due_at, e.contact_id' : 'e.contact_id')} limit ${page.limit} offset ${page.offset}`;
}

/** No one does what is left to do for a contact that was deleted. */
const HAS_CONTACT = 'exists (select 1 from contacts as r where r.id = a.contact_id)';

/** Step by step, each by its index, or the last of all would be found by reading every one. */
function executed({ workspaceId, campaignId, stepIds }: SheetScope, filter: SheetFilter, page: PageWindow): Fragment {
  const { show, step, reason, search, from, to } = filter;
  const where = allOf([
    sql`a.campaign_id = ${campaignId} and a.outcome = ${show === 'sent' || show === 'open' ? 'DONE' : show}`,
    ...(show === 'open' ? [raw(`a.type = 'task' and a.completed_at is null and ${HAS_CONTACT}`)] : []),
    ...(reason ? [sql`a.reason = ${reason}`] : []),
    ...spanSql('a.at', { from, to }),
    ...matching(workspaceId, 'a.contact_id', search),
  ]);
  const lasts = (step ? [step.stepId] : stepIds).map(
    (stepId) => sql`select * from (select a.contact_id, -a.id as key, a.at as done_at, a.step_id, a.reason as why
      from campaign_actions as a where ${where} and a.step_id = ${stepId}
      order by a.at desc, a.id desc limit ${page.limit + page.offset}) as s`,
  );
  const [first = NO_STEP, ...others] = lasts;
  const all = others.reduce((some, one) => sql`${some} union all ${one}`, first);
  return sql`select * from (${all}) as d order by d.done_at desc, d.key limit ${page.limit} offset ${page.offset}`;
}

const NO_STEP = raw(
  `select contact_id, -id as key, at as done_at, step_id, reason as why from campaign_actions where false`,
);

/** A page of contacts: by when they are due, by id, or the last executed first. */
export function sheetRows(tx: Tx, scope: SheetScope, filter: SheetFilter, page: PageWindow): Promise<SheetRow[]> {
  const isExecuted = !['all', 'waiting', 'ended'].includes(filter.show);
  const found = isExecuted ? executed(scope, filter, page) : enrolled(scope, filter, page);
  return tx.all<SheetRow>(sql`select x.contact_id as contactId, c.first_name as firstName, c.last_name as lastName,
    case when e.contact_id is null then null else ${raw(ENROLMENT_STATUS)} end as status, g.status as campaignStatus,
    coalesce(x.why, e.reason) as reason, e.place, e.awaits, e.due_at as dueAt, g.paused_ms as pausedMs,
    x.done_at as doneAt, x.step_id as doneStep
    from (${found}) as x join campaigns as g on g.id = ${scope.campaignId}
    left join campaign_contacts as e on e.campaign_id = g.id and e.contact_id = x.contact_id
    left join contacts as c on c.id = x.contact_id order by x.key, x.contact_id`);
}
