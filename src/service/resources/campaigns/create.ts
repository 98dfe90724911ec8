import type { Context } from '../../core/context.ts';
import { checkedInput } from './check.ts';
import { getCampaign } from './get.ts';
import { insertCampaign, updateCampaignRow } from './queries/campaigns.ts';
import { settingsOf } from './settings.ts';
import { stepFactsOf, storedSteps } from './steps.ts';
import type { CampaignRecord } from './view.ts';

/** Opens and clicks are tracked unless the body says otherwise (undocumented). */
const DEFAULTS = {
  description: null,
  identityId: null,
  status: 'DRAFT',
  trackOpens: true,
  trackClicks: true,
  sendsBeganAt: null,
} as const;

/** Creates a draft. Throws Refusal `invalid` or `unprocessable` with every problem of the body; then nothing is stored. */
export async function createCampaign(context: Context, body: unknown): Promise<CampaignRecord> {
  const { steps: sentSteps, ...settings } = await checkedInput(context, body);
  const { tx, principal, now } = context;
  const id = await insertCampaign(tx, principal.workspaceId, now);
  const steps = await storedSteps(context, id, sentSteps, []);
  const values = { ...DEFAULTS, name: settings.name, ...settingsOf(settings), steps, updatedAt: now };
  await updateCampaignRow(tx, id, values, stepFactsOf(steps));
  return getCampaign(context, id);
}
