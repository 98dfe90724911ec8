// Campaigns as work: one job for each campaign, woken when somebody or something is due.

import type { Performer } from '../../jobs/performer.ts';
import { pauseFailed, runCampaign } from './execution/run.ts';

export const campaignRun: Performer = {
  perform: async ({ payload: { campaignId } }, context) => {
    if (typeof campaignId !== 'number') return;
    const next = await runCampaign(context, campaignId);
    if (next !== null) return { resumeAt: next };
  },
  // Nothing would ever go on, and nobody would know: paused, it says so, and can be tried again.
  failed: async ({ payload: { campaignId } }, _, context) => {
    if (typeof campaignId === 'number') await pauseFailed(context, campaignId);
  },
};
