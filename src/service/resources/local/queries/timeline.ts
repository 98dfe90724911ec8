import { TIMELINE_KINDS } from '../../../../contract/local/enums.ts';
import type { WorkspaceEvent } from '../../../../contract/local/timeline.ts';
import type { PageWindow, Tx } from '../../../core/sql.ts';
import { hasEntered } from '../../campaigns/queries/enrolment-status.ts';

export interface TimelineRow extends Omit<WorkspaceEvent, 'key' | 'at'> {
  readonly at: number;
  readonly id: number;
  /** Of a step, the last message that it sent; of an event, what it is about. */
  readonly messageId: number | null;
}

export interface TimelineWindow extends PageWindow {
  readonly from: number;
  readonly contactId: number | null;
}

/** Sources by table; of a column that one does not have, null. */
const SOURCES = `
  select m.at, case m.direction when 'OUTBOUND' then 'message' else 'reply' end as kind, m.id, t.contact_id, t.channel,
    m.campaign_id, m.step_id, cast(null as text) as step_type, m.status as outcome, cast(null as text) as reason,
    m.subject, m.body, cast(null as integer) as run_id, cast(null as integer) as message_id
  from messages m join threads t on t.id = m.thread_id
  where m.workspace_id = ?1 and m.status in ('SENT', 'RECEIVED')
  union all
  select at, kind, id, contact_id, null, campaign_id, step_id, null, null, null, null, null, null, message_id
  from contact_events where workspace_id = ?1 and kind <> 'reply'
  union all
  select at, 'step', id, contact_id, null, campaign_id, step_id, type, outcome, reason, null, null, null, message_id
  from campaign_actions where workspace_id = ?1
  union all
  select added_at, 'added', campaign_id, contact_id, null, campaign_id, null, null, null, null, null, null, null, null
  from campaign_contacts as e where workspace_id = ?1 and ${hasEntered('e')}
  union all
  select changed_at, 'ended', campaign_id, contact_id, null, campaign_id, null, null, outcome, reason, null, null, null, null
  from campaign_contacts where workspace_id = ?1 and outcome is not null
  union all
  select started_at, 'run_started', id, null, null, null, null, null, status, null, null, null, id, null
  from workflow_runs where workspace_id = ?1
  union all
  select finished_at, 'run_ended', id, null, null, null, null, null, status, reason, null, null, id, null
  from workflow_runs where workspace_id = ?1 and finished_at is not null`;

const RANK = `case e.kind ${TIMELINE_KINDS.map((kind, index) => `when '${kind}' then ${index}`).join(' ')} end`;

export function timelineRows(tx: Tx, workspaceId: number, { from, contactId, limit, offset }: TimelineWindow) {
  return tx.all<TimelineRow>(
    `select e.at, e.kind, e.id, e.contact_id as contactId,
       nullif(trim(coalesce(c.first_name, '') || ' ' || coalesce(c.last_name, '')), '') as contact,
       c.professional_email as email, e.channel, e.campaign_id as campaignId, g.name as campaign, e.step_id as stepId,
       e.step_type as stepType, e.outcome, e.reason, e.subject, e.body as text, w.id as workflowId, w.name as workflow,
       e.run_id as runId, e.message_id as messageId
     from (${SOURCES}) as e
     left join contacts c on c.id = e.contact_id
     left join campaigns g on g.id = e.campaign_id
     left join workflow_runs r on r.id = e.run_id
     left join workflows w on w.id = r.workflow_id
     where e.at >= ?2 and (e.contact_id = ?3 or ?3 is null)
     order by e.at, ${RANK}, e.id, e.contact_id limit ?4 offset ?5`,
    workspaceId,
    from,
    contactId,
    limit,
    offset,
  );
}
