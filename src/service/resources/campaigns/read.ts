import type { Parsed, ReplyData } from '../../../contract/table.ts';
import { routeOf } from '../../../rules/campaigns/route.ts';
import { readForm } from '../../../rules/campaigns/stored.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, found } from '../../core/context.ts';
import { type CampaignHead, type CampaignRow, campaignById, campaignPage } from './queries/campaigns.ts';
import { enrolmentCounts, stepCounts, totalsOf } from './queries/counts.ts';
import { type EnrolmentRow, enrolmentPage, pausesOf } from './queries/engagement.ts';
import { type MessagesSent, messagesSent } from './queries/positions.ts';

/** Throws Refusal `not_found`. */
export async function getCampaign(context: Context, id: number): Promise<CampaignRecord> {
  return campaignView(context, await campaignOf(context, id));
}

/** Campaigns, oldest first. */
export async function listCampaigns(context: Context, query: Parsed<'campaigns', 'list'>['query']) {
  const { rows, paging } = await campaignPage(context.tx, context.principal.workspaceId, query);
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
    ...{ id, appUrl: appUrl('campaigns', id), name, description, identityId, status, trackOpens, trackClicks },
    ...{ createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) },
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

type EnrolmentList = ReplyData<'local', 'campaignContacts'>;

/** Contacts of a campaign with their progress, by id; local service only. Throws Refusal `not_found`. */
export async function listEnrolments(
  context: Context,
  campaignId: number,
  query: Parsed<'local', 'campaignContacts'>['query'],
): Promise<EnrolmentList> {
  const campaign = await campaignOf(context, campaignId);
  const { pausedMs } = await pausesOf(context.tx, campaignId);
  const route = routeOf(readForm(campaign.steps));
  const { rows, paging } = await enrolmentPage(context.tx, campaignId, query.status ?? null, query);
  const view = ({ place, dueAt, lastAt, ...row }: EnrolmentRow): EnrolmentList['contacts'][number] => ({
    ...row,
    lastAt: lastAt === null ? null : isoTime(lastAt),
    nextStep: (place !== null && route.step(place)?.type) || null,
    // Stored as 0: as soon as possible.
    dueAt:
      campaign.status !== 'ACTIVE' || dueAt === null ? null : isoTime(dueAt === 0 ? context.now : dueAt + pausedMs),
  });
  return { contacts: rows.map(view), ...paging };
}

/** The contacts of a larger campaign are counted only when that is asked for. */
const COUNTED_CONTACTS_MAX = 20_000;

/** Messages, whom they reached, and who got none; undefined where to count them would take too long. */
export async function summarizeMessages({ tx }: Context, id: number): Promise<MessagesSent | undefined> {
  const { contacts, messages } = totalsOf(await enrolmentCounts(tx, [id]), await stepCounts(tx, [id]));
  return contacts > COUNTED_CONTACTS_MAX ? undefined : await messagesSent(tx, id, messages.sent);
}
