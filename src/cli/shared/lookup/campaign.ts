// Campaigns by id or name on the command line.

import type { Campaign } from '../../../contract/campaigns/endpoints.ts';
import type { Session } from '../../app/session.ts';
import { having } from '../answer/known.ts';
import { idByName } from './match.ts';

const KIND = { noun: 'campaign', plural: 'campaigns', hint: 'reach campaign list shows them' };

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where it is not unique. */
export async function campaignIdOf(session: Session, text: string): Promise<number> {
  return await idByName(text, KIND, async (name) => {
    const { campaigns } = await (await session.api()).campaigns.list({ query: { name, pageSize: 100 } });
    return having(campaigns, 'id', 'name').map((campaign) => ({ ...campaign, detail: campaign.status }));
  });
}

/** The campaign with its steps. Throws ApiError for an id that no campaign has; else as `campaignIdOf`. */
export async function findCampaign(session: Session, text: string): Promise<Campaign & { readonly id: number }> {
  const campaignId = await campaignIdOf(session, text);
  return { ...(await (await session.api()).campaigns.get({ params: { campaignId } })), id: campaignId };
}
