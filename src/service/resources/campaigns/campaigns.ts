// Campaigns: the use cases behind /v1/campaigns and /v1/campaign (SERVICE-API, Campaigns).

import type { CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import type { CampaignStatus } from '../../../contract/campaigns/enums.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Table } from '../../../contract/table.ts';
import { readForm } from '../../../rules/campaigns/stored.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { checkedInput, checkedPatch } from './check.ts';
import { messageCounts } from './queries/actions.ts';
import {
  type CampaignHead,
  type CampaignRow,
  type CampaignValues,
  campaignById,
  campaignPage,
  insertCampaign,
  isCampaignName,
  updateCampaign as writeCampaign,
} from './queries/campaigns.ts';
import { contactCounts } from './queries/contacts.ts';
import { factsOf, placedSteps } from './steps.ts';

type CampaignRecord = ReplyOf<Table['campaigns']['get']>;

/** Throws Refusal `not_found`: also for a campaign of another workspace. */
export async function campaignOf({ tx, principal }: Context, id: number): Promise<CampaignRow> {
  const campaign = await campaignById(tx, principal.workspaceId, id);
  if (!campaign) throw new Refusal('not_found', `There is no campaign ${id}`);
  return campaign;
}

function showHead({ appUrl }: Context, head: CampaignHead): Omit<CampaignRecord, 'steps' | 'progress'> {
  const { id, name, description, identityId, status, trackOpens, trackClicks, createdAt, updatedAt } = head;
  return {
    id,
    appUrl: appUrl('campaigns', id),
    name,
    description,
    identityId,
    status,
    trackOpens,
    trackClicks,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

/** Contacts by how they stand, and messages by what came of them. */
async function progressOf({ tx }: Context, id: number): Promise<CampaignRecord['progress']> {
  const contacts = await contactCounts(tx, id);
  const messages = await messageCounts(tx, id);
  return {
    contacts: Object.values(contacts).reduce((sum, n) => sum + n, 0),
    active: contacts['ACTIVE'] ?? 0,
    completed: contacts['COMPLETED'] ?? 0,
    replied: contacts['REPLIED'] ?? 0,
    failed: contacts['FAILED'] ?? 0,
    stopped: contacts['STOPPED'] ?? 0,
    ...messages,
  };
}

/** Throws Refusal `not_found`. */
export async function getCampaign(context: Context, id: number): Promise<CampaignRecord> {
  const campaign = await campaignOf(context, id);
  const progress = await progressOf(context, id);
  return { ...showHead(context, campaign), progress, steps: readForm(campaign.steps) };
}

/** Campaigns, oldest first. `name` is exact. */
export async function findCampaigns(
  context: Context,
  asked: { page: number; pageSize: number; status?: CampaignStatus | undefined; name?: string | undefined },
): Promise<ReplyOf<Table['campaigns']['list']>> {
  const { page, pageSize } = asked;
  const filter = { status: asked.status ?? null, name: asked.name ?? null };
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await campaignPage(context.tx, context.principal.workspaceId, filter, window);
  const campaigns = rows.map((row) => ({ ...showHead(context, row), stepCount: row.stepCount }));
  return { campaigns, page, pageSize, total, hasNextPage: page * pageSize < total };
}

/** What a new campaign is before anything is said about it. Opens and clicks are tracked unless told otherwise (chosen). */
const FRESH = {
  description: null,
  identityId: null,
  status: 'DRAFT',
  trackOpens: true,
  trackClicks: true,
  sendsBeganAt: null,
} as const;

/** A draft. Throws Refusal `invalid` or `unprocessable` with every problem of the body; nothing is stored then. */
export async function createCampaign(context: Context, body: unknown): Promise<CampaignRecord> {
  const { steps: sent, ...settings } = await checkedInput(context, body);
  const { tx, principal, now } = context;
  const id = await insertCampaign(tx, principal.workspaceId, now);
  const steps = await placedSteps(context, id, sent, []);
  const values = { ...FRESH, name: settings.name, ...settingsOf(settings), steps, updatedAt: now };
  await writeCampaign(tx, id, values, factsOf(steps));
  return getCampaign(context, id);
}

/** The settings that were sent; what only reading shows is passed over. */
function settingsOf(sent: CampaignPatch): Partial<CampaignValues> {
  const { name, description, identityId, trackOpens, trackClicks } = sent;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(identityId !== undefined && { identityId }),
    ...(trackOpens !== undefined && { trackOpens }),
    ...(trackClicks !== undefined && { trackClicks }),
  };
}

/**
 * Changes a draft; `steps` replaces the whole sequence. Throws Refusal `not_found`; `conflict` for one that is no draft,
 * whatever was sent, and for new steps where the campaign has sent; `invalid` or `unprocessable` with every problem.
 */
export async function updateCampaign(context: Context, id: number, body: unknown): Promise<CampaignRecord> {
  const campaign = await campaignOf(context, id);
  assertEditable(campaign, body);
  const { steps: sent, ...settings } = await checkedPatch(context, body, id);
  const steps = sent === undefined ? campaign.steps : await placedSteps(context, id, sent, campaign.steps);
  const values: CampaignValues = { ...campaign, ...settingsOf(settings), steps };
  const isSame = JSON.stringify(values) === JSON.stringify({ ...campaign });
  if (!isSame) await writeCampaign(context.tx, id, { ...values, updatedAt: context.now }, factsOf(steps));
  return getCampaign(context, id);
}

function assertEditable({ id, status, sendsBeganAt }: CampaignRow, body: unknown): void {
  if (status !== 'DRAFT') {
    const message = `Campaign ${id} is ${status}, and only a DRAFT can be edited: clone it and edit the clone`;
    throw new Refusal('conflict', message, { status });
  }
  if (sendsBeganAt !== null && typeof body === 'object' && body !== null && 'steps' in body) {
    const message = `Campaign ${id} has sent since ${isoTime(sendsBeganAt)}: its steps cannot be replaced; clone it and edit the clone`;
    throw new Refusal('conflict', message, { status, sendsBeganAt: isoTime(sendsBeganAt) });
  }
}

/** A new draft with the same settings and steps, without contacts. Throws Refusal `not_found`. */
export async function cloneCampaign(context: Context, id: number, name?: string): Promise<CampaignRecord> {
  const campaign = await campaignOf(context, id);
  const { tx, principal, now } = context;
  const cloneId = await insertCampaign(tx, principal.workspaceId, now);
  const steps = await placedSteps(context, cloneId, campaign.steps, []);
  const values = {
    ...campaign,
    name: name ?? (await copyName(context, campaign.name)),
    status: FRESH.status,
    sendsBeganAt: null,
    updatedAt: now,
    steps,
  };
  await writeCampaign(tx, cloneId, values, factsOf(steps));
  return getCampaign(context, cloneId);
}

/** `Spring (copy)`, `Spring (copy 2)`: the first that is free, within the longest name. */
async function copyName({ tx, principal }: Context, name: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const suffix = nth === 1 ? ' (copy)' : ` (copy ${nth})`;
    const copy = name.slice(0, LIMITS.campaignNameMax - suffix.length) + suffix;
    if (!(await isCampaignName(tx, principal.workspaceId, copy))) return copy;
  }
}
