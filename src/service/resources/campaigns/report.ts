import { INSTANT_CONDITIONS } from '../../../contract/campaigns/enums.ts';
import type { StepRecord } from '../../../contract/campaigns/steps.ts';
import { durationMs } from '../../../contract/durations.ts';
import { smallest } from '../../../contract/extremes.ts';
import { getOwn } from '../../../contract/json.ts';
import type { CampaignReport } from '../../../contract/local/timeline.ts';
import { allSteps, graphOf, type SequenceGraph } from '../../../presentation/graph/model.ts';
import { delayMsOf, routeOf, type SequenceRoute } from '../../../rules/campaigns/route.ts';
import { readForm } from '../../../rules/campaigns/stored.ts';
import { everyStep, readSteps } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { type PageRequest, windowOf } from '../../core/sql.ts';
import { SLOT_MS } from '../../core/time-span.ts';
import { nextSteps } from '../local/queries/overview.ts';
import { REPORTED_CONTACTS_MAX, summarizeEnrolments } from './enrolment/list.ts';
import { contactCounts, pausesOf } from './queries/engagement.ts';
import { withoutMessages } from './queries/positions.ts';
import {
  DAY_MS,
  type DueGroup,
  dueGroups,
  heldUp,
  type SheetFilter,
  type SheetRow,
  sentRows,
  sheetRows,
  slotCounts,
  stepCounts,
  stepEngagement,
  stepOutcomes,
} from './queries/report.ts';
import { messageCounts } from './queries/step-executions.ts';
import { campaignOf } from './read.ts';

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
  const steps = await stepCounts(tx, scope);
  const engagementOf = await stepEngagement(tx, scope);
  const total = (isTask: boolean) =>
    days.reduce((sum, { channel, messages }) => sum + ((channel === 'TASK') === isTask ? messages : 0), 0);
  return {
    ...{ now: isoTime(now), messages: total(false), contacts, tasks: total(true) },
    days: days.map(({ day, ...row }) => ({ date: isoTime(day * DAY_MS).slice(0, 10), ...row })),
    steps: steps.map(({ done, ...step }) => ({
      ...step,
      ...engagementOf(step),
      ...(step.type === 'network_connection' && { sent: done }),
    })),
    ...(await heldUp(tx, scope)),
  };
}

// A campaign as it runs, step by step, day by day, contact by contact: for the pages of the local service.

export type { SheetFilter, SheetRow };

export interface SheetStep {
  readonly stepId: number;
  readonly place: number;
  /** By outcome of its executions. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Contacts for whom it is next. */
  readonly waiting: number;
  /** When it is due for the first of them; null for none. */
  readonly dueAt: number | null;
  /** What came of its messages; undefined where that was not counted. */
  readonly report: ReturnType<Awaited<ReturnType<typeof stepEngagement>>> | undefined;
}

/** Steps that send nothing to the contact. */
const SILENT: ReadonlySet<string> = new Set([
  ...['condition', 'end', 'task', 'network_visit_profile', 'network_like_last_post', 'add_to_another_campaign'],
]);

/** How long a step holds a contact for whom no event comes; null where that depends on the contact. */
function holdMs(step: StepRecord): number | null {
  if (step.type === 'network_connection') return step.waitForAcceptance ? durationMs(step.waitForAcceptance) : 0;
  if (step.type !== 'condition') return 0;
  return 'waitFor' in step.condition && !INSTANT_CONDITIONS.some((type) => type === step.condition.type)
    ? durationMs(step.condition.waitFor)
    : null;
}

/** When messages follow for whoever waits now, if no one reacts: up to a condition that depends on the contact. */
function* planned(route: SequenceRoute, groups: readonly DueGroup[]): Generator<{ at: number; n: number }> {
  const stepAt = (place: number | null) => (place === null ? undefined : route.step(place));
  for (const { place, awaits, at, n } of groups) {
    let time = at;
    let step = stepAt(place ?? route.first);
    for (let isFirst = true; step !== undefined && step.type !== 'end'; isFirst = false) {
      if (!isFirst) time += delayMsOf(step);
      if (!isFirst && !SILENT.has(step.type)) yield { at: time, n };
      const held = isFirst && awaits !== null ? 0 : holdMs(step);
      if (held === null) break;
      time += held;
      step = stepAt(route.branch(step, false));
    }
  }
}

/** Throws Refusal `not_found`. */
export async function campaignSheet(context: Context, id: number, withReport: boolean) {
  const { tx, principal, now } = context;
  const { record, summary } = await summarizeEnrolments(context, id, withReport);
  const steps = readForm(record.steps);
  const graph: SequenceGraph = graphOf({ ...record, steps });
  const nodes = [...everyStep(readSteps(Problems.none(), steps))];
  const hasReport = summary.messages !== null;
  const scope = { workspaceId: principal.workspaceId, campaignIds: [id], from: 0 };
  const engagementOf = hasReport ? await stepEngagement(tx, scope) : null;
  const outcomes = await stepOutcomes(tx, id);
  const { pausedMs } = await pausesOf(tx, id);
  const groups = hasReport ? await dueGroups(tx, { id, pausedMs, now }) : [];
  const faces = [...allSteps(graph.steps)].map(({ path }, index): readonly [string, SheetStep] => {
    const [stepId, place] = ['stepId', 'connectionId'].map((key) => Number(getOwn(nodes[index]?.fields ?? {}, key)));
    const dueAt = groups.flatMap(({ at, ...group }) =>
      group.place === place || (group.place === null && index === 0) ? [at] : [],
    );
    const executed = outcomes.filter((one) => one.stepId === stepId);
    const waiting = (summary.at.get(place ?? 0) ?? 0) + (index === 0 ? summary.first : 0);
    return [
      path,
      {
        ...{ stepId: stepId ?? 0, place: place ?? 0, waiting, dueAt: dueAt.length === 0 ? null : smallest(dueAt) },
        outcomes: Object.fromEntries(executed.map(({ outcome, n }) => [outcome, Number(n)])),
        report: engagementOf?.({ campaignId: id, stepId: stepId ?? 0 }),
      },
    ];
  });
  const sending = nodes.flatMap(({ type, fields }) =>
    type === null || SILENT.has(type) ? [] : [Number(fields['stepId'])],
  );
  return {
    ...{ record, summary, graph, pausedMs, hasReport },
    executedIds: [...new Set(outcomes.map(({ stepId }) => stepId))],
    steps: new Map(faces),
    days: [
      ...(hasReport ? await slotCounts(tx, { id, stepIds: sending }) : []).map(({ slot, kind, n }) => {
        return { at: slot * SLOT_MS, kind: kind === 'DONE' ? ('sent' as const) : ('failed' as const), n: Number(n) };
      }),
      ...(record.status === 'ACTIVE' ? comingDays(steps, groups) : []),
    ],
    next: record.status === 'ACTIVE' ? (await nextSteps(tx, id, now, 1))[0] : undefined,
    without: hasReport ? await withoutMessages(tx, id) : [],
  };
}

/** What is due, and what follows: a campaign that is not active has none. */
const comingDays = (steps: readonly StepRecord[], groups: readonly DueGroup[]) => [
  ...groups.map(({ at, n }) => ({ at, kind: 'due' as const, n })),
  ...[...planned(routeOf(steps), groups)].map(({ at, n }) => ({ at, kind: 'planned' as const, n })),
];

/** A page of contacts, and whether there are more. */
export async function sheetContacts(
  { tx, principal }: Context,
  {
    record,
    pausedMs,
    executedIds,
  }: Pick<Awaited<ReturnType<typeof campaignSheet>>, 'record' | 'pausedMs' | 'executedIds'>,
  filter: SheetFilter,
  page: PageRequest,
) {
  const { limit, offset } = windowOf(page);
  const scope = { workspaceId: principal.workspaceId, campaignId: Number(record.id), pausedMs, stepIds: executedIds };
  const rows = await sheetRows(tx, scope, filter, { limit: limit + 1, offset });
  return { rows: rows.slice(0, limit), hasNextPage: rows.length > limit };
}

/** How many contacts are in each campaign, and what came of its messages; for large ones, the contacts alone. */
export async function campaignFigures({ tx, principal }: Context, ids: readonly number[]) {
  type Figures = Readonly<Record<'sent' | 'opened' | 'clicked' | 'replied', number>>;
  const found = new Map<number, { readonly contacts: number } & Partial<Figures>>();
  for (const id of ids) {
    const contacts = Object.values(await contactCounts(tx, id)).reduce((sum, n) => sum + n, 0);
    if (contacts > REPORTED_CONTACTS_MAX) {
      found.set(id, { contacts });
      continue;
    }
    const engagementOf = await stepEngagement(tx, { workspaceId: principal.workspaceId, campaignIds: [id], from: 0 });
    const steps = new Set((await stepOutcomes(tx, id)).map(({ stepId }) => stepId));
    const replied = [...steps].reduce((sum, stepId) => sum + engagementOf({ campaignId: id, stepId }).replied, 0);
    const { sent, opened, clicked } = await messageCounts(tx, id);
    found.set(id, { contacts, sent, opened, clicked, replied });
  }
  return found;
}
