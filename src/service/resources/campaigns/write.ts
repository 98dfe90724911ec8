import type { CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import { given, isObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { assertMayActFor } from '../identities/identities.ts';
import { checkedInput, checkedPatch } from './check.ts';
import {
  type CampaignRow,
  type CampaignValues,
  insertCampaign,
  isCampaignName,
  updateCampaignRow,
} from './queries/campaigns.ts';
import { type CampaignRecord, campaignOf, getCampaign } from './read.ts';
import { stepFactsOf, storedSteps } from './steps.ts';

/** Opens and clicks are tracked unless the body says otherwise (our choice). */
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
  if (settings.identityId) assertMayActFor(context, settings.identityId);
  const { tx, principal, now } = context;
  const id = await insertCampaign(tx, principal.workspaceId, now);
  const steps = await storedSteps(context, id, sentSteps, []);
  const values = { ...DEFAULTS, name: settings.name, ...settingsOf(settings), steps, updatedAt: now };
  await updateCampaignRow(tx, id, values, stepFactsOf(steps));
  return getCampaign(context, id);
}

/** Creates a draft with the same settings and steps, without contacts. Throws Refusal `not_found`. */
export async function cloneCampaign(context: Context, id: number, name?: string): Promise<CampaignRecord> {
  const campaign = await campaignOf(context, id);
  const { tx, principal, now } = context;
  const cloneId = await insertCampaign(tx, principal.workspaceId, now);
  const steps = await storedSteps(context, cloneId, campaign.steps, []);
  const values = {
    ...campaign,
    name: name ?? (await copyName(context, campaign.name)),
    status: 'DRAFT' as const,
    sendsBeganAt: null,
    updatedAt: now,
    steps,
  };
  await updateCampaignRow(tx, cloneId, values, stepFactsOf(steps));
  return getCampaign(context, cloneId);
}

/** `Spring (copy)`, `Spring (copy 2)`: the first free one within the maximum length. */
async function copyName({ tx, principal }: Context, name: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const suffix = nth === 1 ? ' (copy)' : ` (copy ${nth})`;
    const copy = name.slice(0, LIMITS.campaignNameMax - suffix.length) + suffix;
    if (!(await isCampaignName(tx, principal.workspaceId, copy))) return copy;
  }
}

/**
 * Changes a draft; `steps` replaces the whole sequence. Throws Refusal `not_found`; `conflict` for a campaign that is not
 * a draft, and for new steps in one that has sent; `invalid` or `unprocessable` with every problem.
 */
export async function updateCampaign(context: Context, id: number, body: unknown): Promise<CampaignRecord> {
  const campaign = await campaignOf(context, id);
  assertEditable(campaign, body);
  const { steps: sentSteps, ...settings } = await checkedPatch(context, body, id);
  const { identityId = campaign.identityId } = settings;
  if (identityId !== null && identityId !== campaign.identityId) assertMayActFor(context, identityId);
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

/** The settings in a body; read-only properties are ignored. */
function settingsOf(body: Omit<CampaignPatch, 'steps'>): Partial<CampaignValues> {
  const { name, description, identityId, trackOpens, trackClicks } = body;
  return given({ name, description, identityId, trackOpens, trackClicks });
}
