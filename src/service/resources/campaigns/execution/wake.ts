// A campaign is woken when there may be something to do.

import type { Context } from '../../../core/context.ts';
import { enqueueJob } from '../../../jobs/queries/jobs.ts';

/** The kind of job a campaign is carried out as; its key is the campaign's id, its payload `{ campaignId }`. */
export const CAMPAIGN_JOB = 'campaign-run';

/** The campaign is looked at now: somebody was added, it goes on, or something happened. */
export async function wakeCampaign({ tx, principal, now }: Context, campaignId: number): Promise<void> {
  const { workspaceId } = principal;
  await enqueueJob(tx, {
    workspaceId,
    kind: CAMPAIGN_JOB,
    key: String(campaignId),
    dueAt: now,
    payload: { campaignId },
  });
}
