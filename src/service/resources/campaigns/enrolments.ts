// Who stands where in a campaign, for the operator of the local service: the interface tells nothing of it.

import type { Standing as StandingWord } from '../../../contract/campaigns/enums.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { routeOf } from '../../../rules/campaigns/route.ts';
import { readForm } from '../../../rules/campaigns/stored.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { campaignOf } from './campaigns.ts';
import { type StandingRow, standingPage } from './queries/enrolments.ts';
import { pausesOf } from './queries/runs.ts';

type Answer = ReplyOf<Table['local']['campaignContacts']>;

/** Contacts of a campaign, in the order of their ids. Throws Refusal `not_found`. */
export async function findStandings(
  context: Context,
  campaignId: number,
  { page, pageSize, standing }: { page: number; pageSize: number; standing?: StandingWord | undefined },
): Promise<Answer> {
  const campaign = await campaignOf(context, campaignId);
  const { pausedMs } = await pausesOf(context.tx, campaignId);
  const route = routeOf(readForm(campaign.steps));
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await standingPage(context.tx, campaignId, standing ?? null, window);
  const show = ({ place, dueAt, lastAt, ...row }: StandingRow): Answer['contacts'][number] => ({
    ...row,
    lastAt: lastAt === null ? null : isoTime(lastAt),
    nextStep: (place !== null && route.step(place)?.type) || null,
    // Due at 0: as soon as it can be.
    dueAt:
      campaign.status !== 'ACTIVE' || dueAt === null ? null : isoTime(dueAt === 0 ? context.now : dueAt + pausedMs),
  });
  return { contacts: rows.map(show), page, pageSize, total, hasNextPage: page * pageSize < total };
}
