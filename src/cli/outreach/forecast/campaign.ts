// The forecast of one campaign.

import { ApiError } from '../../../client/errors.ts';
import type { CampaignInput } from '../../../contract/campaigns/endpoints.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Api } from '../../../contract/table.ts';
import type { Session } from '../../session/session.ts';
import { screened } from '../../shared/never-contact/guard.ts';
import { CliError } from '../../terminal/exit.ts';
import { beginForecast, enrolList, type Forecast, type ForecastOptions, onCopy, runAhead } from './run-ahead.ts';

interface ForecastCampaign {
  /** Null for one that is created first. */
  readonly campaignId: AnyId | null;
  readonly input: CampaignInput | null;
  /** Contacts that are added first. */
  readonly listId: number | null;
}

/** A copy has no request that could be looked up: only why it cannot start is of use. */
async function startIn({ campaigns }: Api, campaignId: number): Promise<void> {
  try {
    await campaigns.setStatus({ params: { campaignId }, body: { status: 'ACTIVE' } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const hint = 'reach identity list shows who can send; reach campaign lint checks a file';
    throw new CliError('refused', error.code, `the campaign could not start: ${error.message}`, { hint });
  }
}

/** The campaign started, with a list added first if there is one. Throws what the service refuses. */
export async function forecastCampaign(
  session: Session,
  { campaignId: existing, input, listId }: ForecastCampaign,
  options: ForecastOptions,
  tell: (text: string) => void,
): Promise<Forecast> {
  const found = listId === null ? null : await screened(session, { listId });
  return await onCopy(session, async (copy) => {
    const { campaigns } = copy.api;
    await beginForecast(copy, options);
    const campaignId = Number(existing ?? (input === null ? 0 : (await campaigns.create({ body: input })).id));
    const before = listId === null ? [] : await enrolList(copy.api, campaignId, listId, found);
    const { status } = await campaigns.get({ params: { campaignId } });
    if (status !== 'ACTIVE') await startIn(copy.api, campaignId);
    return await runAhead(copy, options, { campaignIds: [campaignId], before }, tell);
  });
}
