import type { Parsed, ReplyData } from '../../../contract/table.ts';
import { readForm } from '../../../rules/campaigns/stored.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, found } from '../../core/context.ts';
import { type CampaignHead, type CampaignRow, campaignById, campaignPage } from './queries/campaigns.ts';
import { enrolmentCounts, stepCounts, totalsOf } from './queries/counts.ts';

/** Throws Refusal `not_found`. */
export async function getCampaign(context: Context, id: number): Promise<CampaignRecord> {
  return campaignView(context, await campaignOf(context, id));
}

/** Campaigns, oldest first. `name` matches exactly. */
export async function listCampaigns(
  context: Context,
  query: Parsed<'campaigns', 'list'>['query'],
): Promise<ReplyData<'campaigns', 'list'>> {
  const { tx, principal } = context;
  const filter = { status: query.status ?? null, name: query.name ?? null };
  const { rows, paging } = await campaignPage(tx, principal.workspaceId, filter, query);
  const campaigns = rows.map((row) => ({ ...campaignHeadView(context, row), stepCount: row.stepCount }));
  return { campaigns, ...paging };
}

export type CampaignRecord = ReplyData<'campaigns', 'get'>;

/** Throws Refusal `not_found`, also for a campaign of another workspace. */
export async function campaignOf({ tx, principal }: Context, id: number): Promise<CampaignRow> {
  return found(await campaignById(tx, principal.workspaceId, id), 'campaign', id);
}

export function campaignHeadView({ appUrl }: Context, head: CampaignHead): Omit<CampaignRecord, 'steps' | 'progress'> {
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

async function campaignView(context: Context, campaign: CampaignRow): Promise<CampaignRecord> {
  const progress = await progressOf(context, campaign.id);
  return { ...campaignHeadView(context, campaign), progress, steps: readForm(campaign.steps) };
}

/** Contacts by status, and messages by what happened to them. */
async function progressOf({ tx }: Context, id: number): Promise<CampaignRecord['progress']> {
  const { contacts, of, messages } = totalsOf(await enrolmentCounts(tx, [id]), await stepCounts(tx, [id]));
  return {
    contacts: contacts - of('REFUSED'),
    active: of('ACTIVE'),
    completed: of('COMPLETED'),
    replied: of('REPLIED'),
    failed: of('FAILED'),
    stopped: of('STOPPED'),
    ...messages,
  };
}
