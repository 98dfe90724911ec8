// A contact field gets another name: campaigns that read it by name read it by the new one.

import { CAMPAIGN_STATUSES } from '../../contract/campaign-words.ts';
import type { StoredStep } from '../../rules/campaigns/stored.ts';
import { campaignsWithField } from '../store/ai-references.ts';
import { campaignById, updateSteps } from '../store/campaigns.ts';
import type { Context } from './context.ts';

/** In written messages, and in conditions on the field. */
export async function renameInCampaigns({ tx, who }: Context, from: string, to: string): Promise<void> {
  for (const { id } of await campaignsWithField(tx, who.workspaceId, CAMPAIGN_STATUSES, from)) {
    const campaign = await campaignById(tx, who.workspaceId, id);
    if (campaign) await updateSteps(tx, id, renamed(campaign.steps, from, to));
  }
}

function renamed(steps: readonly StoredStep[], from: string, to: string): readonly StoredStep[] {
  return JSON.parse(JSON.stringify(steps), (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (key === 'content' || key === 'subject') return value.replaceAll(`{${from}}`, () => `{${to}}`);
    return key === 'field' && value === from ? to : value;
  });
}
