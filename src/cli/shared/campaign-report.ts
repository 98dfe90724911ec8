// What campaigns sent and what came of it, by step, as the local service counts it.

import { listPages } from '../../client/answers/pages.ts';
import { type AnyId, isSameId } from '../../contract/ids.ts';
import { getOwn, isObject } from '../../contract/json.ts';
import type { CampaignReport } from '../../contract/local/timeline.ts';
import { variantsIn } from '../../rules/workflows/variants.ts';
import type { Session } from '../session/session.ts';
import { grouped } from '../terminal/formats/bars.ts';
import { helpful } from './approval.ts';
import type { CampaignSteps, NumberedStep } from './timeline.ts';

type StepReport = CampaignReport['steps'][number];

export interface StepRow extends Omit<StepReport, 'campaignId' | 'stepId'> {
  /** Its path, `steps[1].onTrue[0]`; null for one that the campaign no longer has. */
  readonly step: string | null;
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
export type Bases = Record<(typeof PART_OF)[Counted], number>;

/** How many messages of each kind a step sent. */
export function basesOf({ type, sent }: Pick<StepReport, 'type' | 'sent'>): Bases {
  const isNetwork = type.startsWith('network_') && type !== 'network_connection';
  return {
    ...{ emails: type === 'email' ? sent : 0, networkMessages: isNetwork ? sent : 0 },
    ...{ requests: type === 'network_connection' ? sent : 0, tasks: type === 'task' ? sent : 0 },
    messages: type === 'task' ? 0 : sent,
  };
}

export const percent = (count: number, of: number): string => `${Math.round((count / of) * 1000) / 10}%`;

/** `412 of 1,000 (41.2%)`; null of nothing. */
export const shareText = (count: number, of: number): string | null =>
  of === 0 ? null : `${grouped(count)} of ${grouped(of)} (${percent(count, of)})`;

/** The step at a place in a sequence. */
export async function stepOf(
  steps: CampaignSteps,
  campaignId: number,
  key: 'stepId' | 'connectionId',
  id: number | null,
): Promise<NumberedStep | undefined> {
  return id === null ? undefined : (await steps.of(campaignId)).find(({ fields }) => Number(fields[key]) === id);
}

/** In reading order of each campaign. */
export async function stepRows(steps: CampaignSteps, report: Pick<CampaignReport, 'steps'>): Promise<StepRow[]> {
  const rows: { readonly row: StepRow; readonly place: number }[] = [];
  for (const { campaignId, stepId, ...counts } of report.steps) {
    const step = await stepOf(steps, campaignId, 'stepId', stepId);
    const condition = step === undefined ? undefined : getOwn(step.fields, 'condition');
    const asked = isObject(condition) && typeof condition['type'] === 'string' ? condition['type'] : null;
    const row = { step: step?.path ?? null, condition: asked, ...counts };
    rows.push({ row, place: step?.number ?? Number.MAX_SAFE_INTEGER });
  }
  const inOrder = rows.toSorted((a, b) => a.row.campaign.localeCompare(b.row.campaign) || a.place - b.place);
  return inOrder.map(({ row }) => row);
}

const isSame = (id: AnyId) => (one: AnyId) => isSameId(one, id);

/** These campaigns and their variants, each as `Subject test: Question`; none where no split leads to them. */
export async function variantsOf(session: Session, campaignIds: readonly AnyId[]): Promise<Map<AnyId, string>> {
  const { api, call } = await session.client();
  const found = new Map<AnyId, string>();
  const listing = listPages(call, 'workflows', 'list', { query: {} }, { signal: session.io.interrupt });
  for await (const { id: workflowId, name, version } of listing) {
    // A draft divides no one.
    if (workflowId === undefined || version == null) continue;
    const workflow = await helpful(api.workflows.get({ params: { workflowId }, query: { version } }));
    for (const variants of variantsIn(workflow?.plan)) {
      if (!variants.some(([id]) => campaignIds.some(isSame(id)))) continue;
      for (const [id, branch] of variants) found.set(campaignIds.find(isSame(id)) ?? id, `${name}: ${branch}`);
    }
  }
  return found;
}
