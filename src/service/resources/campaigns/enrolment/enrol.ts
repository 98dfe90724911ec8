import { channelsOf } from '../../../../rules/campaigns/channels.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { wakeCampaign } from '../execution/wake.ts';
import { type CampaignRow, markSent, updateCampaignStatus } from '../queries/campaigns.ts';
import {
  type Candidates,
  countCandidates,
  type EnrolmentCounts,
  type EnrolmentTarget,
  enrol,
  leaveCampaigns,
  skippedCandidates,
} from '../queries/enrolments.ts';
import { pausesOf, resumeTime } from '../queries/pauses.ts';
import { clearExpectedEvents } from '../queries/step-executions.ts';
import { everyStep } from '../steps.ts';

/** Throws Refusal `conflict` for a campaign that someone has completed; returns whether it completed by itself. */
async function assertOpen(context: Context, { id, status }: CampaignRow): Promise<{ readonly isFinished: boolean }> {
  if (status !== 'COMPLETED') return { isFinished: false };
  const { isFinished } = await pausesOf(context.tx, id);
  if (isFinished) return { isFinished };
  const message = `Campaign ${id} is COMPLETED and accepts no contacts: make it ACTIVE again, or clone it`;
  throw new Refusal('conflict', message, { status });
}

function targetOf({ principal }: Context, campaign: CampaignRow): EnrolmentTarget {
  return {
    workspaceId: principal.workspaceId,
    campaignId: campaign.id,
    channels: channelsOf([...everyStep(campaign.steps)].map(({ type }) => type)),
  };
}

/** What `enrolIn` would do with them. Throws Refusal as it does. */
export async function countIn(
  context: Context,
  campaign: CampaignRow,
  candidates: Candidates,
): Promise<EnrolmentCounts> {
  await assertOpen(context, campaign);
  return countCandidates(context.tx, targetOf(context, campaign), candidates);
}

/** The first of those that `enrolIn` would skip, and why. */
export function skippedIn(context: Context, campaign: CampaignRow, candidates: Candidates, limit: number) {
  return skippedCandidates(context.tx, targetOf(context, campaign), candidates, limit);
}

/**
 * Drafts accept contacts too; they start with the campaign. A campaign that completed when its last contact finished
 * becomes ACTIVE again. Returns how many were added. Throws Refusal `conflict` for a campaign that someone has completed.
 */
export async function enrolIn(context: Context, campaign: CampaignRow, candidates: Candidates): Promise<number> {
  const { tx, now } = context;
  const { id, status } = campaign;
  const { isFinished } = await assertOpen(context, campaign);
  const added = await enrol(tx, targetOf(context, campaign), candidates, now);
  const isRunning = status === 'ACTIVE' || isFinished;
  if (!isRunning || added === 0) return added;
  if (isFinished) {
    await updateCampaignStatus(tx, id, { status: 'ACTIVE', sendsBeganAt: now, updatedAt: now });
    await resumeTime(tx, id, now);
  } else await markSent(tx, id, now);
  await wakeCampaign(context, id);
  return added;
}

/** The contact is being deleted: it leaves every campaign, and no events are expected of it any more. */
export async function leaveEveryCampaign(context: Context, contactId: number): Promise<void> {
  const left = await leaveCampaigns(context.tx, contactId);
  await clearExpectedEvents(context.tx, contactId);
  // A campaign may complete now that this contact is gone.
  for (const campaignId of left) await wakeCampaign(context, campaignId);
}
