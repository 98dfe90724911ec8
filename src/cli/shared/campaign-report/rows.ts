// What campaigns sent and what came of it, as the local service counts it, by step.

import { own } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import type { Report } from '../../../contract/local/report.ts';
import { grouped } from '../../terminal/formats/bars.ts';
import type { View } from '../../terminal/formats/cells.ts';
import type { CampaignSteps, NumberedStep } from '../timeline/campaign-steps.ts';

type StepReport = Report['steps'][number];

export interface StepRow extends Omit<StepReport, 'campaignId' | 'stepId'> {
  /** Its path, `steps[1].onTrue[0]`; null for one that the campaign no longer has. */
  readonly step: string | null;
  /** What a condition asks. */
  readonly condition: string | null;
}

/** What each count is a part of. */
export const PART_OF = {
  opened: 'emails',
  clicked: 'emails',
  viewed: 'networkMessages',
  accepted: 'requests',
  completed: 'tasks',
  replied: 'messages',
} as const;
export type Counted = keyof typeof PART_OF;
type Base = (typeof PART_OF)[Counted];

/** How many messages of each kind a step sent. */
export function basesOf({ type, sent }: Pick<StepReport, 'type' | 'sent'>): Record<Base, number> {
  const isNetwork = type.startsWith('network_') && type !== 'network_connection';
  return {
    emails: type === 'email' ? sent : 0,
    networkMessages: isNetwork ? sent : 0,
    requests: type === 'network_connection' ? sent : 0,
    tasks: type === 'task' ? sent : 0,
    messages: type === 'task' ? 0 : sent,
  };
}

/** `12.5%`; empty of nothing. */
export const percent = (count: number, of: number): string =>
  of === 0 ? '' : `${Math.round((count / of) * 1000) / 10}%`;

/** `412 of 1,000 (41.2%)`; empty of nothing. */
export const shareText = (count: number, of: number): string =>
  of === 0 ? '' : `${grouped(count)} of ${grouped(of)} (${percent(count, of)})`;

/** The step at a place in a sequence. */
export async function stepOf(
  steps: CampaignSteps,
  campaignId: number,
  key: 'stepId' | 'connectionId',
  id: number | null,
): Promise<NumberedStep | undefined> {
  if (id === null) return undefined;
  return (await steps.of(campaignId)).find(({ fields }) => Number(fields[key]) === id);
}

/** In reading order of each campaign. */
export async function stepRows(steps: CampaignSteps, report: Pick<Report, 'steps'>): Promise<StepRow[]> {
  const rows: { readonly row: StepRow; readonly place: number }[] = [];
  for (const { campaignId, stepId, ...counts } of report.steps) {
    const step = await stepOf(steps, campaignId, 'stepId', stepId);
    const condition = step === undefined ? undefined : own(step.fields, 'condition');
    const asked = isObject(condition) ? condition['type'] : null;
    const row = { step: step?.path ?? null, condition: typeof asked === 'string' ? asked : null, ...counts };
    rows.push({ row, place: step?.number ?? Number.MAX_SAFE_INTEGER });
  }
  return rows
    .toSorted((a, b) => a.row.campaign.localeCompare(b.row.campaign) || a.place - b.place)
    .map(({ row }) => row);
}

export const sentDayView: View = {
  noun: 'day',
  plural: 'days with messages',
  id: 'date',
  columns: [
    { key: 'date', kind: 'word' },
    { key: 'channel' },
    { key: 'sender' },
    { key: 'messages', kind: 'number' },
    { key: 'contacts', kind: 'number' },
    { key: 'campaign', isExtra: true },
  ],
};
