import { LIMITS } from '../../../contract/limits.ts';
import type { Context } from '../../core/context.ts';
import { getCampaign } from './get.ts';
import { insertCampaign, isCampaignName, updateCampaignRow } from './queries/campaigns.ts';
import { stepFactsOf, storedSteps } from './steps.ts';
import { type CampaignRecord, campaignOf } from './view.ts';

/** Creates a draft with the same settings and steps, without contacts. Throws Refusal `not_found`. */
export async function cloneCampaign(context: Context, id: number, name?: string): Promise<CampaignRecord> {
  const campaign = await campaignOf(context, id);
  const { tx, principal, now } = context;
  const cloneId = await insertCampaign(tx, principal.workspaceId, now);
  const steps = await storedSteps(context, cloneId, campaign.steps, []);
  const values = {
    ...campaign,
    name: name ?? (await copyName(context, campaign.name)),
    status: 'DRAFT' as const,
    sendsBeganAt: null,
    updatedAt: now,
    steps,
  };
  await updateCampaignRow(tx, cloneId, values, stepFactsOf(steps));
  return getCampaign(context, cloneId);
}

/** `Spring (copy)`, `Spring (copy 2)`: the first free one within the maximum length. */
async function copyName({ tx, principal }: Context, name: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const suffix = nth === 1 ? ' (copy)' : ` (copy ${nth})`;
    const copy = name.slice(0, LIMITS.campaignNameMax - suffix.length) + suffix;
    if (!(await isCampaignName(tx, principal.workspaceId, copy))) return copy;
  }
}
