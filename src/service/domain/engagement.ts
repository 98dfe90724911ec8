// What is known of a contact's part in outreach: written to, answered, connected, last seen.

import { wereConnected } from '../providers/engagement.ts';
import { firstEventAt } from '../store/contact-events.ts';
import type { Tx } from '../store/db.ts';
import { type ContactTraces, tracesOf } from '../store/engagement.ts';
import type { Context } from './context.ts';

/** A contact as the condition fields `engagement.…`, `network.isConnected` and `activity.…` ask for it; epoch ms. */
export interface Engagement {
  readonly hasBeenContacted: boolean;
  readonly lastContactedAt: number | null;
  readonly hasReplied: boolean;
  readonly lastRepliedAt: number | null;
  /** With any identity of the workspace. */
  readonly isConnected: boolean;
  readonly lastActivityAt: number | null;
  readonly lastWebsiteVisitAt: number | null;
  /** Campaigns it is or was in. */
  readonly campaignIds: readonly number[];
}

function engagementFrom(contactId: number, traces: ContactTraces): Engagement {
  const { contactedAt, repliedAt, visitedAt, acceptedAt, seenAt, identityIds, campaignIds } = traces;
  const moments = [contactedAt, repliedAt, visitedAt, seenAt].filter((at) => at !== null);
  return {
    hasBeenContacted: contactedAt !== null,
    lastContactedAt: contactedAt,
    hasReplied: repliedAt !== null,
    lastRepliedAt: repliedAt,
    isConnected: acceptedAt !== null || identityIds.some((identityId) => wereConnected(contactId, identityId)),
    lastActivityAt: moments.length === 0 ? null : Math.max(...moments),
    lastWebsiteVisitAt: visitedAt,
    campaignIds,
  };
}

/** Of each of these contacts of the workspace; a handful of indexed reads, however many they are. */
export async function engagementOf(
  tx: Tx,
  workspaceId: number,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, Engagement>> {
  const traces = await tracesOf(tx, workspaceId, contactIds);
  return new Map([...traces].map(([id, found]) => [id, engagementFrom(id, found)]));
}

/** Whether anybody of the workspace has written to the contact, or asked to connect. */
export async function hasBeenContacted({ tx, who }: Context, contactId: number): Promise<boolean> {
  return (await engagementOf(tx, who.workspaceId, [contactId])).get(contactId)?.hasBeenContacted ?? false;
}

/** Whether the two are connected on the network: they were before, or the contact has accepted a request. */
export async function isConnected({ tx }: Context, contactId: number, identityId: number | null): Promise<boolean> {
  if (identityId === null) return false;
  if (wereConnected(contactId, identityId)) return true;
  return (await firstEventAt(tx, { contactId, kind: 'accept', identityId, since: 0 })) !== null;
}
