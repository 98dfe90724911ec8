import type { CampaignReport } from '../../../contract/local/report.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { DAY_MS, heldUp, type StepKey, sentRows, stepCounts } from './queries/report.ts';
import { campaignOf } from './read.ts';

const NONE = { sent: 0, opened: 0, clicked: 0, viewed: 0 };

/** What campaigns sent since a moment, and what came of it. Throws Refusal `not_found`. */
export async function reportCampaigns(
  context: Context,
  { campaignId: campaignIds, from }: { readonly campaignId: readonly number[]; readonly from?: string | undefined },
): Promise<CampaignReport> {
  const { tx, principal, now } = context;
  for (const id of campaignIds) await campaignOf(context, id);
  const since = from === undefined ? 0 : Date.parse(from);
  const scope = { workspaceId: principal.workspaceId, campaignIds, from: since };
  const { days, contacts } = await sentRows(tx, scope);
  const { steps, seen, replies } = await stepCounts(tx, scope);
  const isOf = (step: StepKey) => (row: StepKey) => row.campaignId === step.campaignId && row.stepId === step.stepId;
  const total = (isTask: boolean) =>
    days.reduce((sum, { channel, messages }) => sum + ((channel === 'TASK') === isTask ? messages : 0), 0);
  return {
    ...{ now: isoTime(now), messages: total(false), contacts, tasks: total(true) },
    days: days.map(({ day, ...row }) => ({ date: isoTime(day * DAY_MS).slice(0, 10), ...row })),
    steps: steps.map(({ done, ...step }) => ({
      ...step,
      ...(seen.find(isOf(step)) ?? NONE),
      ...(step.type === 'network_connection' && { sent: done }),
      replied: replies.find(isOf(step))?.replied ?? 0,
    })),
    ...(await heldUp(tx, scope)),
  };
}
