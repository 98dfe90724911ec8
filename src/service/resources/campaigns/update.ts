import { isObject } from '../../../contract/json.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { checkedPatch } from './check.ts';
import { getCampaign } from './get.ts';
import { type CampaignRow, type CampaignValues, updateCampaignRow } from './queries/campaigns.ts';
import { settingsOf } from './settings.ts';
import { stepFactsOf, storedSteps } from './steps.ts';
import { type CampaignRecord, campaignOf } from './view.ts';

/**
 * Changes a draft; `steps` replaces the whole sequence. Throws Refusal `not_found`; `conflict` for a campaign that is not
 * a draft, and for new steps in one that has sent; `invalid` or `unprocessable` with every problem.
 */
export async function updateCampaign(context: Context, id: number, body: unknown): Promise<CampaignRecord> {
  const campaign = await campaignOf(context, id);
  assertEditable(campaign, body);
  const { steps: sentSteps, ...settings } = await checkedPatch(context, body, id);
  const steps = sentSteps === undefined ? campaign.steps : await storedSteps(context, id, sentSteps, campaign.steps);
  const values: CampaignValues = { ...campaign, ...settingsOf(settings), steps };
  const isSame = JSON.stringify(values) === JSON.stringify({ ...campaign });
  if (!isSame) await updateCampaignRow(context.tx, id, { ...values, updatedAt: context.now }, stepFactsOf(steps));
  return getCampaign(context, id);
}

function assertEditable({ id, status, sendsBeganAt }: CampaignRow, body: unknown): void {
  if (status !== 'DRAFT') {
    const message = `Campaign ${id} is ${status}, and only a DRAFT can be edited: clone it and edit the clone`;
    throw new Refusal('conflict', message, { status });
  }
  if (sendsBeganAt !== null && isObject(body) && 'steps' in body) {
    const message = `Campaign ${id} has been sending since ${isoTime(sendsBeganAt)}, so its steps cannot be replaced: clone it and edit the clone`;
    throw new Refusal('conflict', message, { status, sendsBeganAt: isoTime(sendsBeganAt) });
  }
}
