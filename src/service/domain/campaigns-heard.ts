// What campaigns make of what a contact does.

import { completeContact } from '../store/campaign-contacts.ts';
import type { ContactEvent } from '../store/contact-events.ts';
import { deleteScheduled } from '../store/messages.ts';
import type { Context } from './context.ts';

/**
 * An answer ends every sequence of the contact: nothing goes out any more that was planned. Gives the campaigns that
 * have ended. Adding the contact again starts a sequence anew.
 */
export async function campaignsHear(context: Context, event: ContactEvent): Promise<number[]> {
  if (event.kind !== 'reply') return [];
  const { tx, now } = context;
  const stopped = await completeContact(tx, event.contactId, now);
  for (const campaignId of stopped) await deleteScheduled(tx, event.contactId, campaignId);
  return stopped;
}
