import { ENGAGEMENT_EVENTS } from '../../../../contract/campaigns/enums.ts';
import type { Context } from '../../../core/context.ts';
import type { ContactEvent } from '../../contacts/queries/events.ts';
import { endByReply } from '../queries/enrolments.ts';
import { endWaits } from '../queries/positions.ts';
import { completeTask } from '../queries/step-executions.ts';
import { wakeCampaign } from './wake.ts';

/**
 * A reply ends every sequence of the contact; returns the campaigns that it ended. Adding the contact again starts over.
 * Any other event ends the waits for it: their sequences continue. `taskId`: the executed step of a completed task; if
 * absent, the contact's newest open task.
 */
export async function handleContactEvent(context: Context, event: ContactEvent, taskId?: number): Promise<number[]> {
  const { tx, now } = context;
  if (event.kind === 'reply') {
    const stopped = await endByReply(tx, event.contactId, now);
    for (const campaignId of stopped) await wakeCampaign(context, campaignId);
    return stopped;
  }
  const kind = ENGAGEMENT_EVENTS.find((name) => name === event.kind);
  if (kind === undefined) return [];
  const aboutId = kind === 'complete' ? (taskId ?? (await completeTask(tx, event))) : event.messageId;
  for (const campaignId of await endWaits(tx, { ...event, kind, aboutId })) await wakeCampaign(context, campaignId);
  return [];
}
