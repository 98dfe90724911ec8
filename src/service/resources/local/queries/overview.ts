// What is due next in a workspace, what waits for a person, and what happened between two moments.

import type { EngagementEvent } from '../../../../contract/campaigns/enums.ts';
import { raw, sql, type Tx } from '../../../core/sql.ts';
import { SLOT_MS } from '../../../core/time-span.ts';

/** Contacts of a campaign for whom the same step, or the end of the same wait, is due in the same quarter of an hour. */
export interface NextStep {
  /** For the first of them. */
  readonly at: number;
  /** The quarter of an hour, by the clock of the service. */
  readonly span: { readonly from: number; readonly to: number };
  readonly campaignId: number;
  readonly campaign: string;
  readonly contactId: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly place: number | null;
  readonly awaits: EngagementEvent | null;
  readonly n: number;
}

/** Active campaigns with who is due soonest. */
export function nextCampaigns(tx: Tx, workspaceId: number, limit: number): Promise<{ id: number }[]> {
  return tx.all(sql`select g.id from campaigns as g join enrolment_counts as c on c.campaign_id = g.id
    where g.workspace_id = ${workspaceId} and g.status = 'ACTIVE' and c.state = 'ACTIVE' and c.contacts > 0
    group by g.id, g.paused_ms order by min(c.slot) * ${raw(String(SLOT_MS))} + g.paused_ms, g.id limit ${limit}`);
}

/** The first of an active campaign. */
export async function nextSteps(tx: Tx, campaignId: number, now: number, limit: number): Promise<NextStep[]> {
  const groups = await tx.all<{ slot: number; place: number; awaits: string; n: number }>(sql`select slot, place,
      awaits, sum(contacts) as n
    from enrolment_counts where campaign_id = ${campaignId} and state = 'ACTIVE' and contacts > 0
    group by slot, place, awaits order by slot, place, awaits limit ${limit}`);
  const steps: NextStep[] = [];
  for (const { slot, place, awaits, n } of groups) {
    const isDue = sql`e.due_at >= ${slot * SLOT_MS} and e.due_at < ${(slot + 1) * SLOT_MS}`;
    const first = await tx.one<
      Omit<NextStep, 'n' | 'span'> & { pausedMs: number }
    >(sql`select e.due_at + g.paused_ms as at, g.paused_ms as pausedMs, g.id as campaignId,
        g.name as campaign, c.id as contactId, c.first_name as firstName, c.last_name as lastName, e.place,
        e.awaits
      from campaign_contacts as e join campaigns as g on g.id = e.campaign_id join contacts as c on c.id = e.contact_id
      where e.campaign_id = ${campaignId} and ${isDue} and coalesce(e.awaits, '') = ${awaits}
        and ${place === 0 ? raw('e.place is null') : sql`e.place = ${place}`}
      order by e.due_at, e.contact_id limit 1`);
    if (!first) continue;
    const from = slot * SLOT_MS + first.pausedMs;
    steps.push({ ...first, at: Math.max(now, first.at), n: Number(n), span: { from, to: from + SLOT_MS } });
  }
  return steps;
}

export interface RunWait {
  readonly runId: number;
  readonly workflowId: number;
  readonly workflow: string;
  readonly version: number;
  readonly step: number;
  /** Null: until someone decides. */
  readonly at: number | null;
  readonly n: number;
}

/** What waits in runs that are in progress, by step. */
export function runWaits(tx: Tx, workspaceId: number): Promise<RunWait[]> {
  return tx.all<RunWait>(sql`select r.id as runId, r.workflow_id as workflowId, w.name as workflow, r.version, e.step,
    min(e.due_at) as at, count(*) as n from workflow_runs as r join workflows as w on w.id = r.workflow_id
    join workflow_run_entities as e on e.run_id = r.id
    where r.workspace_id = ${workspaceId} and r.status = 'RUNNING' and e.status = 'WAITING'
    group by r.id, r.workflow_id, w.name, r.version, e.step, case when e.due_at is null then 1 else 0 end
    order by r.id, e.step limit 100`);
}

export function nextSchedules(tx: Tx, workspaceId: number, limit: number) {
  return tx.all<{ at: number; workflowId: number; workflow: string }>(sql`select j.due_at as at, w.id as workflowId,
    w.name as workflow from jobs as j join workflows as w on j.key = cast(w.id as text)
    where j.workspace_id = ${workspaceId} and j.kind = 'workflow.schedule' and j.failed_at is null
    and w.workspace_id = ${workspaceId} order by j.due_at limit ${limit}`);
}

type EndedRun = { runId: number; workflow: string; status: string; reason: string | null; at: number };

/** Newest first; `status` null: any. */
export function endedRuns(tx: Tx, workspaceId: number, status: 'FAILED' | null, from: number, limit: number) {
  const which = status === null ? raw('r.finished_at is not null') : sql`r.status = ${status}`;
  return tx.all<EndedRun>(sql`select r.id as runId, w.name as workflow, r.status, r.reason, r.finished_at as at
    from workflow_runs as r join workflows as w on w.id = r.workflow_id
    where r.workspace_id = ${workspaceId} and ${which} and r.finished_at >= ${from} order by r.id desc limit ${limit}`);
}

const MESSAGES_MAX = 2_000;

/** Of the newest: what was sent, by campaign, and the conversations in which a reply came. */
export async function messagesBetween(tx: Tx, workspaceId: number, from: number, to: number) {
  const rows = await tx.all<{
    campaignId: number | null;
    campaign: string | null;
    sent: number;
    replied: number;
    n: number;
  }>(
    sql`select m.campaign_id as campaignId, g.name as campaign,
      sum(case when m.direction = 'OUTBOUND' and m.status = 'SENT' and t.channel <> 'TASK' then 1 else 0 end) as sent,
      count(distinct case when m.direction = 'INBOUND' and t.deleted_at is null and t.archived = 0 then t.id end) as replied,
      count(*) as n
    from (select direction, case when direction = 'OUTBOUND' then campaign_id end as campaign_id, status, thread_id
      from messages where workspace_id = ${workspaceId} and at > ${from} and at <= ${to}
      order by at desc limit ${MESSAGES_MAX}) as m
    join threads as t on t.id = m.thread_id left join campaigns as g on g.id = m.campaign_id
    group by m.campaign_id, g.name order by g.name`,
  );
  return {
    sent: rows.filter(({ sent }) => Number(sent) > 0),
    replied: Number(rows.find(({ campaignId }) => campaignId === null)?.replied ?? 0),
    /** There are more, which are not counted. */
    isMore: rows.reduce((sum, { n }) => sum + Number(n), 0) >= MESSAGES_MAX,
  };
}

/** By campaign; `campaignId` null: of any. Those of a deleted contact are not open any more. */
export function openTasks(tx: Tx, workspaceId: number, campaignId: number | null) {
  const which = campaignId === null ? raw('') : sql`and g.id = ${campaignId}`;
  return tx.all<{ id: number; name: string; n: number }>(sql`select g.id, g.name, count(*) as n
    from campaigns as g join campaign_actions as a on a.campaign_id = g.id join contacts as r on r.id = a.contact_id
    where g.workspace_id = ${workspaceId} ${which} and a.type = 'task' and a.outcome = 'DONE' and a.completed_at is null
    group by g.id, g.name order by g.id limit 100`);
}

/** Keys: those that are not revoked. */
export async function countRecords(tx: Tx) {
  return { ...(await countContents(tx)), keys: await tx.count(sql`from keys where revoked_at is null`) };
}

/** As loading the sample workspace and a reset answer. */
export async function countContents(tx: Tx) {
  return {
    contacts: await tx.count(sql`from contacts`),
    companies: await tx.count(sql`from companies`),
    lists: await tx.count(sql`from lists`),
    campaigns: await tx.count(sql`from campaigns`),
  };
}
