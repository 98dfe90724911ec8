// What campaigns make of what a contact does.

import { DEEDS } from '../../../../contract/campaigns/enums.ts';
import type { Context } from '../../../core/context.ts';
import type { ContactEvent } from '../../contacts/queries/events.ts';
import { completeTask } from '../queries/actions.ts';
import { completeContact } from '../queries/contacts.ts';
import { hearEvent } from '../queries/runs.ts';
import { wakeCampaign } from './wake.ts';

/**
 * An answer ends every sequence of the contact: nothing more goes out. Gives the campaigns that have ended; adding the
 * contact again starts a sequence anew. Anything else ends the waits for it: those steps go on.
 * `taskId`: the action that a completed task belongs to; left out, the contact's newest that is open.
 */
export async function campaignsHear(context: Context, event: ContactEvent, taskId?: number): Promise<number[]> {
  const { tx, now } = context;
  if (event.kind === 'reply') {
    const stopped = await completeContact(tx, event.contactId, now);
    for (const campaignId of stopped) await wakeCampaign(context, campaignId);
    return stopped;
  }
  const kind = DEEDS.find((deed) => deed === event.kind);
  if (kind === undefined) return [];
  const aboutId = kind === 'complete' ? (taskId ?? (await completeTask(tx, event))) : event.messageId;
  for (const campaignId of await hearEvent(tx, { ...event, kind, aboutId })) await wakeCampaign(context, campaignId);
  return [];
}
