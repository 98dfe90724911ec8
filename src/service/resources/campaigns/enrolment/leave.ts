import type { Context } from '../../../core/context.ts';
import { wakeCampaign } from '../execution/wake.ts';
import { leaveCampaigns } from '../queries/enrolments.ts';
import { clearExpectedEvents } from '../queries/step-executions.ts';

/** The contact is being deleted: it leaves every campaign, and no events are expected of it any more. */
export async function leaveEveryCampaign(context: Context, contactId: number): Promise<void> {
  const left = await leaveCampaigns(context.tx, contactId);
  await clearExpectedEvents(context.tx, contactId);
  // A campaign may complete now that this contact is gone.
  for (const campaignId of left) await wakeCampaign(context, campaignId);
}
