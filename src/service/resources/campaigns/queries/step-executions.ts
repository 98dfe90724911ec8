// Executed steps of campaigns, and the events that are still expected of them.

import type { ContactReaction, StepType } from '../../../../contract/campaigns/enums.ts';
import { sql, TRUE, type Tx } from '../../../core/sql.ts';

/** Why a request to connect was skipped where it was not needed. */
export const ALREADY_CONNECTED = 'already connected';

export type ExecutionOutcome = 'DONE' | 'SKIPPED' | 'FAILED' | 'TRUE' | 'FALSE';

/** Expected events in order, with their times (epoch ms). */
export type ExpectedEvents = readonly (readonly [ContactReaction, number])[];

export interface NewStepExecution {
  readonly workspaceId: number;
  readonly campaignId: number;
  readonly contactId: number;
  readonly entry: number;
  readonly stepId: number;
  readonly type: StepType;
  readonly outcome: ExecutionOutcome;
  readonly reason: string | null;
  readonly messageId: number | null;
  readonly at: number;
  readonly expected: ExpectedEvents;
}

export async function insertStepExecution(tx: Tx, execution: NewStepExecution): Promise<number> {
  const [next] = execution.expected;
  return tx.insert('campaign_actions', {
    ...execution,
    expected: next === undefined ? null : execution.expected,
    nextAt: next?.[1] ?? null,
  });
}

export interface PendingExecution
  extends Pick<NewStepExecution, 'type' | 'contactId' | 'stepId' | 'messageId' | 'expected'> {
  readonly id: number;
}

/** Executions whose next expected event is due by `until`, the earliest first. */
export async function duePendingExecutions(tx: Tx, campaignId: number, until: number, limit: number) {
  return tx.all<PendingExecution>(sql`select id, type, contact_id as contactId, step_id as stepId,
    message_id as messageId, expected as "expected{}" from campaign_actions
    where campaign_id = ${campaignId} and next_at is not null and next_at <= ${until}
    order by next_at, id limit ${limit}`);
}

/** Of what a message may bring, or of everything the contact does. */
export async function clearExpectedEvents(tx: Tx, contactId: number, messageId?: number): Promise<void> {
  const which = messageId === undefined ? TRUE : sql`message_id = ${messageId}`;
  await tx.run(sql`update campaign_actions set expected = null, next_at = null
    where contact_id = ${contactId} and next_at is not null and ${which}`);
}

/** When the next expected event of a campaign is due; null for none. */
export async function nextEventAt(tx: Tx, campaignId: number): Promise<number | null> {
  const waiting = sql`campaign_id = ${campaignId} and next_at is not null`;
  return tx.value(sql`select min(next_at) from campaign_actions where ${waiting}`);
}

export async function setExpectedEvents(tx: Tx, id: number, expected: ExpectedEvents): Promise<void> {
  const [next] = expected;
  await tx.run(sql`update campaign_actions
    set expected = ${next === undefined ? null : JSON.stringify(expected)}, next_at = ${next?.[1] ?? null}
    where id = ${id}`);
}

/** Completes the contact's newest open task of the sender's campaigns; returns its id, or null for none. */
export async function completeTask(
  tx: Tx,
  { contactId, identityId, at }: { contactId: number; identityId: number | null; at: number },
): Promise<number | null> {
  const id = await tx.value<number>(
    `select a.id from campaign_actions as a join campaigns as c on c.id = a.campaign_id
     where a.contact_id = ?1 and a.type = 'task' and a.outcome = 'DONE' and a.completed_at is null
       and (c.identity_id = ?2 or ?2 is null) order by a.id desc limit 1`,
    contactId,
    identityId,
  );
  if (id !== null) await markTaskCompleted(tx, id, at);
  return id;
}

/** Who last asked the contact to connect, or has the newest open task with it; null for no one. */
export async function lastAsking(tx: Tx, contactId: number, type: 'network_connection' | 'task') {
  return tx.value<number>(sql`select c.identity_id from campaign_actions as a join campaigns as c on c.id = a.campaign_id
    where a.contact_id = ${contactId} and a.type = ${type} and a.outcome = 'DONE' and a.completed_at is null
    order by a.id desc limit 1`);
}

/** Returns false if it was already completed. */
export async function markTaskCompleted(tx: Tx, id: number, at: number): Promise<boolean> {
  const { changes } = await tx.run(sql`update campaign_actions set completed_at = ${at}
    where id = ${id} and completed_at is null`);
  return changes === 1;
}

export interface ExecutedStep {
  readonly stepId: number;
  readonly outcome: Exclude<ExecutionOutcome, 'TRUE' | 'FALSE'>;
  /** Of a step that branches, once it is decided. */
  readonly decision: boolean | null;
  readonly reason: string | null;
  readonly at: number;
  readonly messageId: number | null;
}

/** Of one run through the sequence, in order. A connection request is executed, and decided later. */
export async function executedSteps(tx: Tx, campaignId: number, contactId: number, entry: number) {
  const rows = await tx.all<
    Omit<ExecutedStep, 'decision' | 'outcome'> & { outcome: ExecutionOutcome }
  >(sql`select step_id as stepId, outcome, reason, at, message_id as messageId from campaign_actions
    where contact_id = ${contactId} and campaign_id = ${campaignId} and entry = ${entry} order by id`);
  const steps = new Map<number, ExecutedStep>();
  for (const { outcome, ...row } of rows) {
    if (outcome !== 'TRUE' && outcome !== 'FALSE') steps.set(row.stepId, { ...row, outcome, decision: null });
    else steps.set(row.stepId, { outcome: 'DONE', ...row, ...steps.get(row.stepId), decision: outcome === 'TRUE' });
  }
  return [...steps.values()];
}

interface ContactEnrolment {
  readonly entry: number;
  readonly place: number | null;
  /** On the campaign's clock; null where nothing comes any more. */
  readonly dueAt: number | null;
}

export function enrolmentOf(tx: Tx, campaignId: number, contactId: number): Promise<ContactEnrolment | undefined> {
  return tx.one<ContactEnrolment>(sql`select entry, place, due_at as dueAt from campaign_contacts
    where campaign_id = ${campaignId} and contact_id = ${contactId}`);
}
