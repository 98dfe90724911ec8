import type { Parsed, ReplyData } from '../../../../contract/table.ts';
import { routeOf } from '../../../../rules/campaigns/route.ts';
import { readForm } from '../../../../rules/campaigns/stored.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Context } from '../../../core/context.ts';
import { enrolmentCounts, stepCounts, totalsOf } from '../queries/counts.ts';
import { type EnrolmentRow, enrolmentPage, pausesOf } from '../queries/engagement.ts';
import { type MessagesSent, messagesSent } from '../queries/positions.ts';
import { campaignOf } from '../read.ts';

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

/** The contacts of a larger campaign are counted only when that is asked for. */
const COUNTED_CONTACTS_MAX = 20_000;

/** Messages, whom they reached, and who got none; undefined where to count them would take too long. */
export async function summarizeMessages({ tx }: Context, id: number): Promise<MessagesSent | undefined> {
  const { contacts, messages } = totalsOf(await enrolmentCounts(tx, [id]), await stepCounts(tx, [id]));
  return contacts > COUNTED_CONTACTS_MAX ? undefined : await messagesSent(tx, id, messages.sent);
}
