// Engagement of contacts: opens, clicks, replies, accepted requests, visits. Campaigns read what they wait for.

import type { CampaignStatus, EngagementEvent, EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import type { EmitKind } from '../../../../contract/inbox/enums.ts';
import type { WorkflowRunStatus } from '../../../../contract/workflows/enums.ts';
import { raw, sql, type Tx } from '../../../core/sql.ts';
import { ENROLMENT_STATUS } from '../../campaigns/queries/enrolment-status.ts';

export interface ContactEvent {
  readonly workspaceId: number;
  readonly contactId: number;
  /** The identity it concerns; null if none. */
  readonly identityId: number | null;
  readonly kind: EmitKind;
  readonly messageId: number | null;
  readonly campaignId: number | null;
  readonly stepId: number | null;
  readonly at: number;
}

export async function insertContactEvent(tx: Tx, event: ContactEvent): Promise<void> {
  await tx.insert('contact_events', event);
}

/** Blocklisted or opted out. */
export async function suppressContact(tx: Tx, contactId: number): Promise<void> {
  await tx.run(sql`update contacts set suppressed = 1 where id = ${contactId}`);
}

export interface HistoryRow {
  readonly at: number;
  readonly source: 'message' | 'event' | 'step';
  /** Channel of a message, kind of an event, type of a step. */
  readonly kind: string;
  /** Direction and status of a message, outcome of a step. */
  readonly state: string | null;
  readonly detail: string | null;
  readonly messageId: number | null;
  readonly campaignId: number | null;
  readonly campaignName: string | null;
}

/** What happened to a contact, newest first: messages, engagement, and steps of campaigns that sent nothing. */
export function historyOf(tx: Tx, workspaceId: number, contactId: number, most: number): Promise<HistoryRow[]> {
  return tx.all<HistoryRow>(
    `select h.at, h.source, h.kind, h.state, h.detail, h.message_id as messageId, h.campaign_id as campaignId,
       c.name as campaignName
     from (
       select m.at as at, 'message' as source, t.channel as kind, m.direction || ' ' || m.status as state,
         coalesce(m.subject, m.body) as detail, m.id as message_id, m.campaign_id as campaign_id, m.id as id
       from threads as t join messages as m on m.thread_id = t.id
       where t.workspace_id = ?1 and t.contact_id = ?2 and t.deleted_at is null
       union all
       select at, 'event', kind, cast(null as text), cast(null as text), message_id, campaign_id, id
       from contact_events where contact_id = ?2
       union all
       select at, 'step', type, outcome, reason, message_id, campaign_id, id
       from campaign_actions where contact_id = ?2 and message_id is null
     ) as h left join campaigns as c on c.id = h.campaign_id
     order by h.at desc, h.id desc limit ?3`,
    workspaceId,
    contactId,
    most,
  );
}

export interface ContactCampaign {
  readonly id: number;
  readonly name: string;
  readonly campaignStatus: CampaignStatus;
  /** JSON. */
  readonly steps: string;
  readonly pausedMs: number;
  readonly status: EnrolmentStatus;
  readonly reason: string | null;
  readonly place: number | null;
  readonly awaits: EngagementEvent | null;
  /** On the campaign's clock; null where nothing comes any more. */
  readonly dueAt: number | null;
}

/** Those whose enrolment was refused, with the reason, as well. */
export function contactCampaigns(tx: Tx, workspaceId: number, contactId: number): Promise<ContactCampaign[]> {
  return tx.all<ContactCampaign>(sql`select c.id, c.name, c.status as campaignStatus, c.steps, c.paused_ms as pausedMs,
    ${raw(ENROLMENT_STATUS)} as status, e.reason, e.place, e.awaits, e.due_at as dueAt
    from campaign_contacts as e join campaigns as c on c.id = e.campaign_id
    where e.contact_id = ${contactId} and c.workspace_id = ${workspaceId} order by c.id limit 200`);
}

export interface ContactRunStep {
  readonly runId: number;
  readonly runStatus: WorkflowRunStatus;
  readonly workflowId: number;
  readonly workflow: string;
  readonly version: number;
  readonly startedAt: number;
  readonly step: number;
  readonly status: string;
  readonly dueAt: number | null;
  readonly reason: string | null;
}

/** Runs that are looked at: no index says which a record is in. */
const RUNS_MAX = 500;

/** What the newest runs did with a record, newest first, then step by step. */
export function contactRunSteps(tx: Tx, workspaceId: number, contactId: number): Promise<ContactRunStep[]> {
  return tx.all<ContactRunStep>(sql`select r.id as runId, r.status as runStatus, r.workflow_id as workflowId,
    w.name as workflow, r.version, r.started_at as startedAt, e.step, e.status, e.due_at as dueAt, e.reason
    from (select * from workflow_runs where workspace_id = ${workspaceId} and entity = 'LEAD'
      order by id desc limit ${RUNS_MAX}) as r
    join workflow_run_entities as e on e.run_id = r.id and e.entity_id = ${contactId}
    join workflows as w on w.id = r.workflow_id order by r.id desc, e.step limit 100`);
}
