import type { EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import { routeOf } from '../../../../rules/campaigns/route.ts';
import { readForm } from '../../../../rules/campaigns/stored.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Context } from '../../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../../core/paging.ts';
import { type EnrolmentRow, enrolmentPage } from '../queries/enrolment-status.ts';
import { pausesOf } from '../queries/pauses.ts';
import { campaignOf } from '../read.ts';

type EnrolmentList = ReplyOf<Table['local']['campaignContacts']>;

/** Contacts of a campaign with their progress, by id; local service only. `known`: how many there are, if it is known. Throws Refusal `not_found`. */
export async function listEnrolments(
  context: Context,
  campaignId: number,
  query: PageRequest & { readonly status?: EnrolmentStatus | undefined },
  known?: number,
): Promise<EnrolmentList> {
  const campaign = await campaignOf(context, campaignId);
  const { pausedMs } = await pausesOf(context.tx, campaignId);
  const route = routeOf(readForm(campaign.steps));
  const { rows, total } = await enrolmentPage(context.tx, campaignId, query.status ?? null, windowOf(query), known);
  const view = ({ place, dueAt, lastAt, ...row }: EnrolmentRow): EnrolmentList['contacts'][number] => ({
    ...row,
    lastAt: lastAt === null ? null : isoTime(lastAt),
    nextStep: (place !== null && route.step(place)?.type) || null,
    // Stored as 0: as soon as possible.
    dueAt:
      campaign.status !== 'ACTIVE' || dueAt === null ? null : isoTime(dueAt === 0 ? context.now : dueAt + pausedMs),
  });
  return { contacts: rows.map(view), ...pagingOf(query, total) };
}
