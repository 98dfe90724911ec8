// A campaign carried out, one slice at a time: who is due goes on until there is something to wait for.

import { readForm } from '../../../../rules/campaigns/stored.ts';
import type { Context } from '../../../core/context.ts';
import { completeThreads } from '../../inbox/queries/threads.ts';
import { dueActions, nextEventAt } from '../queries/actions.ts';
import { type CampaignRow, campaignById, updateCampaignStatus } from '../queries/campaigns.ts';
import {
  completeByItself,
  duePositions,
  idleContacts,
  nextPositionAt,
  type Position,
  pausesOf,
  pauseTime,
  writePosition,
} from '../queries/runs.ts';
import { happenAsExpected } from './engagement-events.ts';
import { goOn } from './path.ts';
import { openRun, peopleOf } from './people.ts';

/** Events and contacts of one slice together: some 20 ms. */
const SLICE = 50;

/**
 * Does what is due, up to a slice of it: first what contacts were expected to do, then the steps of a campaign that is
 * ACTIVE. When the last contact is through the campaign is COMPLETED. Gives the moment to go on at, or null for never.
 */
export async function runCampaign(context: Context, campaignId: number): Promise<number | null> {
  const { tx, principal, now } = context;
  const campaign = await campaignById(tx, principal.workspaceId, campaignId);
  if (!campaign) return null;
  const events = await dueActions(tx, campaignId, now, SLICE);
  for (const action of events) await happenAsExpected(context, campaign, action);
  if (events.length === SLICE) return now;
  const dueAt = campaign.status === 'ACTIVE' ? await runPositions(context, campaign, SLICE - events.length) : null;
  const eventAt = await nextEventAt(tx, campaignId);
  return dueAt === null || eventAt === null ? (dueAt ?? eventAt) : Math.min(dueAt, eventAt);
}

/** Gives when the next contact is due. */
async function runPositions(context: Context, campaign: CampaignRow, most: number): Promise<number | null> {
  const { tx, now } = context;
  const { pausedMs } = await pausesOf(tx, campaign.id);
  const due = await duePositions(tx, campaign.id, now - pausedMs, most);
  if (due.length > 0) await carryOn(context, campaign, due, pausedMs);
  const next = await nextPositionAt(tx, campaign.id);
  if (next !== null) return Math.max(now, next + pausedMs);
  // Whoever is on the way is due some time: nobody is. One that never had a contact waits for its first.
  if (campaign.sendsBeganAt !== null) await completeByItself(tx, campaign.id, now);
  return null;
}

async function carryOn(
  context: Context,
  campaign: CampaignRow,
  due: readonly Position[],
  pausedMs: number,
): Promise<void> {
  const { tx, principal, now } = context;
  const run = await openRun(context, campaign, readForm(campaign.steps), pausedMs);
  const people = await peopleOf(
    run,
    due.map(({ contactId }) => contactId),
  );
  const through: number[] = [];
  for (const position of due) {
    const { contactId } = position;
    const next = await goOn(run, people.get(contactId), position);
    await writePosition(tx, { campaignId: campaign.id, contactId }, next, now);
    if ('outcome' in next) through.push(contactId);
  }
  for (const contactId of await idleContacts(tx, through)) await completeThreads(tx, principal.workspaceId, contactId);
}

/** The work was given up, for a reason that is ours: an ACTIVE campaign is PAUSED. */
export async function pauseFailed({ tx, principal, now }: Context, campaignId: number): Promise<void> {
  const campaign = await campaignById(tx, principal.workspaceId, campaignId);
  if (campaign?.status !== 'ACTIVE') return;
  await pauseTime(tx, campaignId, now);
  await updateCampaignStatus(tx, campaignId, { status: 'PAUSED', sendsBeganAt: null, updatedAt: now });
}
