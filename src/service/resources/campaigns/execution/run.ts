// Campaigns are executed slice by slice: contacts that are due continue until there is something to wait for.

import { readForm } from '../../../../rules/campaigns/stored.ts';
import type { Context } from '../../../core/context.ts';
import { completeThreads } from '../../inbox/queries/threads.ts';
import { type CampaignRow, campaignById, updateCampaignStatus } from '../queries/campaigns.ts';
import { finishCampaign, pausesOf, pauseTime } from '../queries/pauses.ts';
import {
  type CampaignPosition,
  duePositions,
  idleContacts,
  nextPositionAt,
  writePosition,
} from '../queries/positions.ts';
import { duePendingExecutions, nextEventAt } from '../queries/step-executions.ts';
import { noteUnreached } from '../queries/unreached.ts';
import { recordExpectedEvent } from './engagement-events.ts';
import { advance } from './path.ts';
import { openRun, recipientsOf } from './recipients.ts';

/** Events and contacts in one slice, some 20 ms. */
const SLICE = 50;

/**
 * Executes one slice of what is due: first expected events of contacts, then steps if the campaign is ACTIVE. When its
 * last contact finishes, the campaign is COMPLETED. Returns when to continue, null for never.
 */
export async function runCampaign(context: Context, campaignId: number): Promise<number | null> {
  const { tx, principal, now } = context;
  const campaign = await campaignById(tx, principal.workspaceId, campaignId);
  if (!campaign) return null;
  const events = await duePendingExecutions(tx, campaignId, now, SLICE);
  for (const execution of events) await recordExpectedEvent(context, campaign, execution);
  if (events.length === SLICE) return now;
  const dueAt = campaign.status === 'ACTIVE' ? await runContacts(context, campaign, SLICE - events.length) : null;
  const eventAt = await nextEventAt(tx, campaignId);
  return dueAt === null || eventAt === null ? (dueAt ?? eventAt) : Math.min(dueAt, eventAt);
}

/** Returns when the next contact is due. */
async function runContacts(context: Context, campaign: CampaignRow, most: number): Promise<number | null> {
  const { tx, now } = context;
  const { pausedMs } = await pausesOf(tx, campaign.id);
  const due = await duePositions(tx, campaign.id, now - pausedMs, most);
  if (due.length > 0) await advanceContacts(context, campaign, due, pausedMs);
  const next = await nextPositionAt(tx, campaign.id);
  if (next !== null) return Math.max(now, next + pausedMs);
  // Active contacts always have a due time, so none is active. A campaign that never had contacts waits for the first.
  if (campaign.sendsBeganAt !== null) await finishCampaign(tx, campaign.id, now);
  return null;
}

async function advanceContacts(
  context: Context,
  campaign: CampaignRow,
  due: readonly CampaignPosition[],
  pausedMs: number,
): Promise<void> {
  const { tx, principal, now } = context;
  const run = await openRun(context, campaign, readForm(campaign.steps), pausedMs);
  const recipients = await recipientsOf(
    run,
    due.map(({ contactId }) => contactId),
  );
  const finished: number[] = [];
  const completed: number[] = [];
  for (const position of due) {
    const { contactId } = position;
    const next = await advance(run, recipients.get(contactId), position);
    await writePosition(tx, { campaignId: campaign.id, contactId }, next, now);
    if (!('outcome' in next)) continue;
    finished.push(contactId);
    if (next.outcome === 'COMPLETED') completed.push(contactId);
  }
  if (completed.length > 0) await noteUnreached(tx, campaign.id, completed);
  for (const contactId of await idleContacts(tx, finished)) await completeThreads(tx, principal.workspaceId, contactId);
}

/** Its background work was given up after several attempts: an ACTIVE campaign is PAUSED, so that this is visible. */
export async function pauseAfterFailure({ tx, principal, now }: Context, campaignId: number): Promise<void> {
  const campaign = await campaignById(tx, principal.workspaceId, campaignId);
  if (campaign?.status !== 'ACTIVE') return;
  await pauseTime(tx, campaignId, now);
  await updateCampaignStatus(tx, campaignId, { status: 'PAUSED', sendsBeganAt: null, updatedAt: now });
}
