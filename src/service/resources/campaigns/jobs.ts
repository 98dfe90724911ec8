// What background work performs for campaigns: one job per campaign.

import type { Performer } from '../../jobs/performer.ts';
import { pauseAfterFailure, runCampaign } from './execution/run.ts';

export const campaignRun: Performer = {
  perform: async ({ payload: { campaignId } }, context) => {
    if (typeof campaignId !== 'number') return;
    const next = await runCampaign(context, campaignId);
    if (next !== null) return { resumeAt: next };
  },
  failed: async ({ payload: { campaignId } }, _, context) => {
    if (typeof campaignId === 'number') await pauseAfterFailure(context, campaignId);
  },
};
