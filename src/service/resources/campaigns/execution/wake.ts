import type { Context } from '../../../core/context.ts';
import { enqueueJob } from '../../../jobs/queries/jobs.ts';

/** Executes a campaign, slice by slice; the key of the job is the campaign's id. */
const CAMPAIGN_JOB = 'campaign-run';

/** Executes the campaign now: a contact was added, it was resumed, or an event happened. */
export async function wakeCampaign(context: Context, campaignId: number): Promise<void> {
  await enqueueJob(context, { kind: CAMPAIGN_JOB, key: String(campaignId), payload: { campaignId } });
}
