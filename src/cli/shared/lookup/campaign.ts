// Campaigns by id or name on the command line.

import { listPages } from '../../../client/answers/pages.ts';
import type { Campaign } from '../../../contract/campaigns/endpoints.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Session } from '../../session/session.ts';
import { idByName } from './match.ts';

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where it is not unique. */
export async function campaignIdOf(session: Session, text: string): Promise<AnyId> {
  const { api, call } = await session.client();
  return await idByName(session, text, {
    noun: 'campaign',
    plural: 'campaigns',
    hint: 'reach campaign list shows them',
    list: async function* (name) {
      const all = listPages(
        call,
        'campaigns',
        'list',
        { query: name === undefined ? {} : { name } },
        { filtersItself: true },
      );
      for await (const campaign of all) yield { ...campaign, detail: campaign.status };
    },
    get: (campaignId) => api.campaigns.get({ params: { campaignId } }),
  });
}

/** The campaign with its steps. Throws ApiError for an id that no campaign has; else as `campaignIdOf`. */
export async function findCampaign(session: Session, text: string): Promise<Campaign & { readonly id: AnyId }> {
  const campaignId = await campaignIdOf(session, text);
  return { ...(await (await session.api()).campaigns.get({ params: { campaignId } })), id: campaignId };
}
