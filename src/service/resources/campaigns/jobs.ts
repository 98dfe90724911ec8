// What background work performs for campaigns: one job per campaign, and one for each long list that is added to it.

import type { Performer } from '../../jobs/work.ts';
import { enrolListSlice } from './enrolment/add-contacts.ts';
import { pauseAfterFailure, runCampaign } from './execution/run.ts';
import { continueEnding } from './set-status.ts';

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

const sliced = (slice: typeof enrolListSlice): Performer => ({
  perform: async ({ payload }, context) => {
    const rest = await slice(context, payload);
    return rest === null ? undefined : { resumeAt: context.now, payload: rest };
  },
});

export const campaignEnrol: Performer = sliced(enrolListSlice);
export const campaignEnd: Performer = sliced(continueEnding);
