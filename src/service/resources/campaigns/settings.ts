import type { CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import type { CampaignValues } from './queries/campaigns.ts';

/** The settings in a body; read-only properties are ignored. */
export function settingsOf(body: Omit<CampaignPatch, 'steps'>): Partial<CampaignValues> {
  const { name, description, identityId, trackOpens, trackClicks } = body;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(identityId !== undefined && { identityId }),
    ...(trackOpens !== undefined && { trackOpens }),
    ...(trackClicks !== undefined && { trackClicks }),
  };
}
