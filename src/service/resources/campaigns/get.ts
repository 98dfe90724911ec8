import type { Context } from '../../core/context.ts';
import { type CampaignRecord, campaignOf, campaignView } from './view.ts';

/** Throws Refusal `not_found`. */
export async function getCampaign(context: Context, id: number): Promise<CampaignRecord> {
  return campaignView(context, await campaignOf(context, id));
}
