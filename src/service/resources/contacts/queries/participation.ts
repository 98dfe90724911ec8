// Where a contact is in campaigns and in runs of workflows.

import type { CampaignStatus, EngagementEvent, EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import type { WorkflowRunStatus } from '../../../../contract/workflows/enums.ts';
import { raw, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';
import { ENROLMENT_STATUS } from '../../campaigns/queries/enrolment-status.ts';

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
