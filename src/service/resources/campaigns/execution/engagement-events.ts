// Expected engagement events of executed steps: each is recorded and handled when it is due.

import { type ContactReaction, ENGAGEMENT_EVENTS } from '../../../../contract/campaigns/enums.ts';
import type { Context } from '../../../core/context.ts';
import { type ContactEvent, insertContactEvent } from '../../contacts/queries/events.ts';
import { appendMessage, markSeen, messagesById } from '../../inbox/queries/messages.ts';
import { endActiveThreads, type ThreadKey, threadByKey, updateThread } from '../../inbox/queries/threads.ts';
import { emitSignal } from '../../workflows/triggers/emit-signal.ts';
import type { CampaignRow } from '../queries/campaigns.ts';
import { areConnected, lastStepSent } from '../queries/engagement.ts';
import { endSequences } from '../queries/enrolments.ts';
import { endWaits, idleContacts } from '../queries/positions.ts';
import {
  completeTask,
  markTaskCompleted,
  type PendingExecution,
  setExpectedEvents,
} from '../queries/step-executions.ts';
import { wakeCampaign } from './wake.ts';

/** Records the next expected event of an executed step, at its own time. */
export async function recordExpectedEvent(context: Context, campaign: CampaignRow, execution: PendingExecution) {
  const [next, ...rest] = execution.expected;
  await setExpectedEvents(context.tx, execution.id, rest);
  if (next === undefined) return;
  const [kind, at] = next;
  if (kind === 'reply') return await replyTo(context, campaign, execution);
  if (!(await markEvent(context, campaign, execution, kind, at))) return;
  const { contactId, stepId, messageId } = execution;
  const { id: campaignId, identityId } = campaign;
  const { workspaceId } = context.principal;
  const event = { workspaceId, contactId, identityId, kind, messageId, campaignId, stepId, at };
  await insertContactEvent(context.tx, event);
  await handleContactEvent(context, event, execution.id);
}

async function replyTo(context: Context, { identityId }: CampaignRow, execution: PendingExecution) {
  const { contactId, messageId, type } = execution;
  if (identityId === null || messageId === null) return;
  const channel = type === 'email' ? 'EMAIL' : 'NETWORK';
  await receiveReply(context, { contactId, identityId, channel, text: 'Thank you for your message.' });
}

type ReceivedReply = Omit<ThreadKey, 'workspaceId'> & { readonly text: string; readonly subject?: string | undefined };

/**
 * It is unread, moves its conversation out of the archive, ends the contact's campaigns, and emits the signal
 * CONVERSATION_REPLY. Conversations of campaigns become PAUSED; others stay COMPLETED.
 */
export async function receiveReply(
  context: Context,
  { contactId, identityId, channel, text, subject = undefined }: ReceivedReply,
): Promise<{ readonly messageId: number; readonly stoppedCampaignIds: number[] }> {
  const { tx, principal, now } = context;
  const { workspaceId } = principal;
  const key = { workspaceId, contactId, identityId, channel };
  const existing = await threadByKey(tx, key);
  const { id: messageId, threadId } = await appendMessage(tx, {
    ...{ ...key, direction: 'INBOUND', status: 'RECEIVED' },
    ...{ body: text, subject: subject ?? null, now },
  });
  const step = (await lastStepSent(tx, key, now)) ?? { campaignId: null, stepId: null };
  await insertContactEvent(tx, { workspaceId, contactId, identityId, messageId, ...step, kind: 'reply', at: now });
  const stoppedCampaignIds = await stopSequences(context, contactId, null, ['REPLIED', null]);
  const isPaused = stoppedCampaignIds.length > 0 || (existing !== undefined && existing.status !== 'COMPLETED');
  await updateThread(tx, threadId, { archived: false, status: isPaused ? 'PAUSED' : 'COMPLETED' });
  const details = { channel, senderIdentityId: identityId };
  await emitSignal(context, { kind: 'CONVERSATION_REPLY', entity: 'LEAD', ids: [contactId], details });
  return { messageId, stoppedCampaignIds };
}

/** Marks the event on its message or task; false if it has happened before, through `/_local/emit`. */
async function markEvent(
  context: Context,
  campaign: CampaignRow,
  { id, contactId, messageId }: PendingExecution,
  kind: Exclude<ContactReaction, 'reply'>,
  at: number,
): Promise<boolean> {
  const { tx } = context;
  if (kind === 'complete') return markTaskCompleted(tx, id, at);
  if (kind === 'accept') return !(await areConnected(tx, contactId, campaign.identityId ?? 0));
  if (messageId === null) return false;
  const [message] = await messagesById(tx, [messageId]);
  if (message === undefined) return false;
  const before = { open: message.openedAt, click: message.clickedAt, view: message.viewedAt }[kind];
  if (before === null) await markSeen(tx, messageId, kind, at);
  return before === null;
}

/**
 * Ends the waits for the event: their sequences continue. `taskId`: the executed step of a completed task; if absent, the
 * contact's newest open task.
 */
export async function handleContactEvent(context: Context, event: ContactEvent, taskId?: number): Promise<void> {
  const { tx } = context;
  const kind = ENGAGEMENT_EVENTS.find((name) => name === event.kind);
  if (kind === undefined) return;
  const aboutId = kind === 'complete' ? (taskId ?? (await completeTask(tx, event))) : event.messageId;
  for (const campaignId of await endWaits(tx, { ...event, kind, aboutId })) await wakeCampaign(context, campaignId);
}

/**
 * Ends the contact's sequence in a campaign, or in all of them, and with the last one its conversations. Returns the
 * campaigns in which it was active.
 */
export async function stopSequences(
  context: Context,
  contactId: number,
  campaignId: number | null,
  [outcome, reason]: readonly ['REPLIED' | 'STOPPED', reason: string | null],
): Promise<number[]> {
  const { tx, principal, now } = context;
  const stopped = await endSequences(tx, contactId, campaignId, [outcome, reason, now]);
  for (const id of stopped) await wakeCampaign(context, id);
  const status = outcome === 'REPLIED' ? 'PAUSED' : 'COMPLETED';
  for (const id of await idleContacts(tx, [contactId])) await endActiveThreads(tx, principal.workspaceId, id, status);
  return stopped;
}
