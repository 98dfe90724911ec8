// What campaigns did for contacts, step by step, and what is still expected to follow.

import type { Deed, StepType } from '../../../../contract/campaigns/enums.ts';
import type { Tx } from '../../../db/connection.ts';

export type ActionOutcome = 'DONE' | 'SKIPPED' | 'FAILED' | 'TRUE' | 'FALSE';

/** What is expected to happen, epoch ms, in order. */
export type Expected = readonly (readonly [Deed, number])[];

export interface NewAction {
  readonly workspaceId: number;
  readonly campaignId: number;
  readonly contactId: number;
  readonly entry: number;
  readonly stepId: number;
  readonly type: StepType;
  readonly outcome: ActionOutcome;
  readonly reason: string | null;
  readonly messageId: number | null;
  readonly at: number;
  readonly expected: Expected;
}

/** Gives its id. */
export async function insertAction(tx: Tx, action: NewAction): Promise<number> {
  const [next] = action.expected;
  const { lastId } = await tx.run(
    `insert into campaign_actions (workspace_id, campaign_id, contact_id, entry, step_id, type, outcome, reason,
       message_id, at, expected, next_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    action.workspaceId,
    action.campaignId,
    action.contactId,
    action.entry,
    action.stepId,
    action.type,
    action.outcome,
    action.reason,
    action.messageId,
    action.at,
    next === undefined ? null : JSON.stringify(action.expected),
    next?.[1] ?? null,
  );
  return lastId;
}

/** An action of which something is expected. */
export interface ExpectingAction {
  readonly id: number;
  readonly contactId: number;
  readonly stepId: number;
  readonly messageId: number | null;
  readonly expected: Expected;
}

/** Actions whose next expected event has come by `until`, the earliest first. */
export async function dueActions(tx: Tx, campaignId: number, until: number, limit: number): Promise<ExpectingAction[]> {
  const rows = await tx.all<Omit<ExpectingAction, 'expected'> & { expected: string }>(
    `select id, contact_id as contactId, step_id as stepId, message_id as messageId, expected from campaign_actions
     where campaign_id = ? and next_at is not null and next_at <= ? order by next_at, id limit ?`,
    campaignId,
    until,
    limit,
  );
  return rows.map((row) => {
    const expected: Expected = JSON.parse(row.expected);
    return { ...row, expected };
  });
}

/** The contact does nothing more: it is gone. */
export async function expectNothing(tx: Tx, contactId: number): Promise<void> {
  await tx.run(
    'update campaign_actions set expected = null, next_at = null where contact_id = ? and next_at is not null',
    contactId,
  );
}

/** When the next expected event of a campaign comes; null for none. */
export async function nextEventAt(tx: Tx, campaignId: number): Promise<number | null> {
  const row = await tx.one<{ at: number | null }>(
    'select min(next_at) as at from campaign_actions where campaign_id = ? and next_at is not null',
    campaignId,
  );
  return row?.at ?? null;
}

/** What is expected from now on. */
export async function writeExpected(tx: Tx, id: number, expected: Expected): Promise<void> {
  const [next] = expected;
  await tx.run(
    'update campaign_actions set expected = ?, next_at = ? where id = ?',
    next === undefined ? null : JSON.stringify(expected),
    next?.[1] ?? null,
    id,
  );
}

/** The contact's newest task of that sender's campaigns that is not done is done. Gives it, or null for none. */
export async function completeTask(
  tx: Tx,
  { contactId, identityId, at }: { contactId: number; identityId: number | null; at: number },
): Promise<number | null> {
  const row = await tx.one<{ id: number }>(
    `select a.id from campaign_actions as a join campaigns as c on c.id = a.campaign_id
     where a.contact_id = ?1 and a.type = 'task' and a.outcome = 'DONE' and a.completed_at is null
       and (?2 is null or c.identity_id = ?2) order by a.id desc limit 1`,
    contactId,
    identityId,
  );
  if (row) await markTaskDone(tx, row.id, at);
  return row?.id ?? null;
}

/** Says whether it was not done before. */
export async function markTaskDone(tx: Tx, id: number, at: number): Promise<boolean> {
  const { changes } = await tx.run(
    'update campaign_actions set completed_at = ? where id = ? and completed_at is null',
    at,
    id,
  );
  return changes === 1;
}

/** Messages of a campaign that went out, and how many of them were opened, clicked, seen. */
export async function messageCounts(
  tx: Tx,
  campaignId: number,
): Promise<{ sent: number; opened: number; clicked: number; viewed: number }> {
  // Tasks stand among the messages and are none; each has its action.
  const row = await tx.one<{ sent: number; opened: number; clicked: number; viewed: number }>(
    `select count(*) - (select count(*) from campaign_actions
         where campaign_id = ?1 and type = 'task' and outcome = 'DONE') as sent,
       count(opened_at) as opened, count(clicked_at) as clicked, count(viewed_at) as viewed
     from messages where campaign_id = ?1 and status = 'SENT'`,
    campaignId,
  );
  return row ?? { sent: 0, opened: 0, clicked: 0, viewed: 0 };
}
