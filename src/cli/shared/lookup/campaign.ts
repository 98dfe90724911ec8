// Campaigns by id or name on the command line.

import type { Campaign } from '../../../contract/campaigns/endpoints.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Session } from '../../session/session.ts';
import { outreachIdOf } from './match.ts';

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where it is not unique. */
export const campaignIdOf = (session: Session, text: string): Promise<AnyId> => outreachIdOf(session, text, 'campaign');

/** The campaign with its steps. Throws ApiError for an id that no campaign has; else as `campaignIdOf`. */
export async function findCampaign(session: Session, text: string): Promise<Campaign & { readonly id: AnyId }> {
  const campaignId = await campaignIdOf(session, text);
  return { ...(await (await session.api()).campaigns.get({ params: { campaignId } })), id: campaignId };
}
