import type { EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import type { Parsed, ReplyData } from '../../../../contract/table.ts';
import { routeOf } from '../../../../rules/campaigns/route.ts';
import { readForm } from '../../../../rules/campaigns/stored.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Context } from '../../../core/context.ts';
import { contactCounts, type EnrolmentRow, enrolmentCounts, enrolmentPage, pausesOf } from '../queries/engagement.ts';
import { type MessagesSent, messagesSent, skippedCount } from '../queries/positions.ts';
import { messageCounts } from '../queries/step-executions.ts';
import { campaignHeadView, campaignOf } from '../read.ts';

type EnrolmentList = ReplyData<'local', 'campaignContacts'>;

/** Contacts of a campaign with their progress, by id; local service only. `known`: how many there are, if it is known. Throws Refusal `not_found`. */
export async function listEnrolments(
  context: Context,
  campaignId: number,
  query: Parsed<'local', 'campaignContacts'>['query'],
  known?: number,
): Promise<EnrolmentList> {
  const campaign = await campaignOf(context, campaignId);
  const { pausedMs } = await pausesOf(context.tx, campaignId);
  const route = routeOf(readForm(campaign.steps));
  const { rows, paging } = await enrolmentPage(context.tx, campaignId, query.status ?? null, query, known);
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

// Where the contacts of a campaign are, and what became of its messages: for the pages of the local service.

interface EnrolmentSummary {
  readonly total: number;
  /** Those that completed the sequence and got nothing are SKIPPED only where messages are counted. */
  readonly byStatus: ReadonlyMap<EnrolmentStatus, number>;
  /** Contacts whose first step is next. */
  readonly first: number;
  /** By connection of the step that comes next. */
  readonly at: ReadonlyMap<number, number>;
  /** Null where to count them would take too long for a page. */
  readonly messages: {
    readonly sent: number;
    readonly opened: number;
    readonly clicked: number;
    readonly viewed: number;
  } | null;
}

/** Messages of a larger campaign are counted only when that is asked for. */
const COUNTED_CONTACTS_MAX = 20_000;

/** On a page, which comes at once, messages and days of a larger campaign are counted when that is asked for. */
export const REPORTED_CONTACTS_MAX = 5_000;

/** Throws Refusal `not_found`. */
export async function summarizeEnrolments(context: Context, id: number, withMessages: boolean) {
  const campaign = await campaignOf(context, id);
  const rows = await enrolmentCounts(context.tx, id);
  const byStatus = new Map<EnrolmentStatus, number>();
  const at = new Map<number, number>();
  let first = 0;
  let total = 0;
  for (const { status, isUnderWay, place, n } of rows) {
    total += n;
    byStatus.set(status, (byStatus.get(status) ?? 0) + n);
    if (isUnderWay === 0) continue;
    if (place === null) first += n;
    else at.set(place, (at.get(place) ?? 0) + n);
  }
  const isCounted = withMessages || total <= REPORTED_CONTACTS_MAX;
  const messages = isCounted ? await messageCounts(context.tx, id) : null;
  if (isCounted) {
    const skipped = await skippedCount(context.tx, id);
    byStatus
      .set('SKIPPED', (byStatus.get('SKIPPED') ?? 0) + skipped)
      .set('COMPLETED', (byStatus.get('COMPLETED') ?? 0) - skipped);
  }
  const summary: EnrolmentSummary = { total, byStatus, first, at, messages };
  return { record: { ...campaignHeadView(context, campaign), steps: readForm(campaign.steps) }, summary };
}

/** Messages, whom they reached, and who got none; undefined where to count them would take too long. */
export async function summarizeMessages({ tx }: Context, id: number): Promise<MessagesSent | undefined> {
  const contacts = Object.values(await contactCounts(tx, id)).reduce((sum, n) => sum + n, 0);
  if (contacts > COUNTED_CONTACTS_MAX) return undefined;
  return await messagesSent(tx, id, (await messageCounts(tx, id)).sent);
}
