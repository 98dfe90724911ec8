import { CAMPAIGN_STATUSES } from '../../../contract/campaigns/enums.ts';
import type { StoredStep } from '../../../rules/campaigns/stored.ts';
import type { Context } from '../../core/context.ts';
import { campaignsWithField } from '../ai/queries/references.ts';
import { campaignById, updateSteps } from './queries/campaigns.ts';

/** A contact field was renamed: updates messages and conditions that refer to it by name. */
export async function renameFieldInCampaigns({ tx, principal }: Context, from: string, to: string): Promise<void> {
  for (const { id } of await campaignsWithField(tx, principal.workspaceId, CAMPAIGN_STATUSES, from)) {
    const campaign = await campaignById(tx, principal.workspaceId, id);
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
