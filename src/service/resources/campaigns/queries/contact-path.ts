// What a campaign has done for one contact, step by step.

import { sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';
import type { ExecutionOutcome } from './step-executions.ts';

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
