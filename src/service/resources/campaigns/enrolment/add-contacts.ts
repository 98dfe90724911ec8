import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { campaignById } from '../queries/campaigns.ts';
import { activeIn } from '../queries/enrolments.ts';
import { campaignOf } from '../view.ts';
import { countIn, enrolIn } from './enrol.ts';

/** Adds contacts; returns those that are active in the campaign then. Throws Refusal `not_found`, or as `enrolIn` does. */
export async function addContacts(
  context: Context,
  campaignId: number,
  contactIds: readonly number[],
): Promise<ReadonlySet<number>> {
  await enrolIn(context, await campaignOf(context, campaignId), { contactIds });
  return activeIn(context.tx, campaignId, contactIds);
}

/** For a step that adds its contact to another campaign: null if it is in the campaign then, else the reason. */
export async function addFromStep(context: Context, campaignId: number, contactId: number): Promise<string | null> {
  const campaign = await campaignById(context.tx, context.principal.workspaceId, campaignId);
  if (!campaign) return `campaign ${campaignId} no longer exists`;
  try {
    const { skipped } = await countIn(context, campaign, { contactId });
    await enrolIn(context, campaign, { contactId });
    return skipped === 0 ? null : `no step of campaign ${campaignId} can reach the contact`;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
