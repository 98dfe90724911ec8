// Campaigns by id or name on the command line.

import type { Campaign } from '../../contract/campaigns.ts';
import type { Api } from '../../contract/table.ts';
import { CliError, UsageError } from '../exit.ts';
import type { Session } from '../session.ts';

const ID = /^[1-9][0-9]{0,15}$/;

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where it is not unique. */
export async function campaignIdOf(session: Session, text: string): Promise<number> {
  return ID.test(text) ? Number(text) : await idOfName(await session.api(), text);
}

async function idOfName(api: Api, name: string): Promise<number> {
  const page = await api.campaigns.list({ query: { name, pageSize: 100 } });
  const found = page.campaigns.filter((campaign) => campaign.name === name);
  const [first, second] = found;
  if (first === undefined) {
    throw new CliError('notFound', 'not_found', `no campaign "${name}"`, { hint: 'reach campaign list shows them' });
  }
  if (second !== undefined) {
    const ids = found.map(({ id, status }) => `${id} (${status})`).join(', ');
    throw new UsageError(`several campaigns are called "${name}": ${ids}`, { hint: 'name it by its id' });
  }
  return first.id;
}

/** The campaign with its steps. Throws ApiError for an id that nobody has; else as `campaignIdOf`. */
export async function findCampaign(session: Session, text: string): Promise<Campaign> {
  const campaignId = await campaignIdOf(session, text);
  return await (await session.api()).campaigns.get({ params: { campaignId } });
}
