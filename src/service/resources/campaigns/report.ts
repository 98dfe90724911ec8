import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import {
  contactsReached,
  heldUp,
  replyCounts,
  seenCounts,
  sentByDay,
  stepCounts,
  waitingAt,
} from './queries/report.ts';
import { campaignOf } from './read.ts';

const DAY_MS = 86_400_000;
const NONE = { sent: 0, opened: 0, clicked: 0, viewed: 0 };

/** What campaigns sent since a moment, and what came of it. Throws Refusal `not_found`. */
export async function reportCampaigns(
  context: Context,
  { campaignId: campaignIds, from }: { readonly campaignId: readonly number[]; readonly from?: string | undefined },
): Promise<ReplyOf<Table['local']['report']>> {
  const { tx, principal, now } = context;
  for (const id of campaignIds) await campaignOf(context, id);
  const scope = {
    workspaceId: principal.workspaceId,
    campaignIds,
    from: from === undefined ? 0 : Date.parse(from),
  };
  const days = await sentByDay(tx, scope);
  const seen = await seenCounts(tx, scope);
  const replies = await replyCounts(tx, scope);
  const isOf =
    (step: { readonly campaignId: number; readonly stepId: number }) =>
    (row: { readonly campaignId: number; readonly stepId: number }) =>
      row.campaignId === step.campaignId && row.stepId === step.stepId;
  const total = (isTask: boolean) =>
    days.reduce((sum, { channel, messages }) => sum + ((channel === 'TASK') === isTask ? messages : 0), 0);
  return {
    ...{ now: isoTime(now), messages: total(false), contacts: await contactsReached(tx, scope), tasks: total(true) },
    days: days.map(({ day, ...row }) => ({ date: isoTime(day * DAY_MS).slice(0, 10), ...row })),
    steps: (await stepCounts(tx, scope)).map(({ done, ...step }) => ({
      ...step,
      ...(seen.find(isOf(step)) ?? NONE),
      ...(step.type === 'network_connection' && { sent: done }),
      replied: replies.find(isOf(step))?.replied ?? 0,
    })),
    held: await heldUp(tx, scope),
    waiting: await waitingAt(tx, scope),
  };
}
