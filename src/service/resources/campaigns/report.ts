import { type EnrolmentStatus, INSTANT_CONDITIONS } from '../../../contract/campaigns/enums.ts';
import type { StepRecord } from '../../../contract/campaigns/steps.ts';
import { durationMs } from '../../../contract/durations.ts';
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
import { nextSteps, openTasks } from '../local/queries/overview.ts';
import { campaignById } from './queries/campaigns.ts';
import {
  type EnrolmentCount,
  enrolmentCounts,
  SILENT,
  type StepTimes,
  slotCounts,
  stepCounts,
  totalsOf,
} from './queries/counts.ts';
import { pausesOf } from './queries/engagement.ts';
import {
  DAY_MS,
  stepCounts as executedCounts,
  heldUp,
  type SheetFilter,
  type SheetRow,
  sentRows,
  sheetRows,
  stepDueAt,
  stepEngagement,
} from './queries/report.ts';
import { campaignHeadView, campaignOf } from './read.ts';

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
  const steps = await executedCounts(tx, scope);
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

type Totals = ReturnType<typeof totalsOf>;

// A campaign as it runs, step by step, day by day, contact by contact: for the pages of the local service.

export type { SheetFilter, SheetRow };

export interface SheetStep {
  readonly stepId: number;
  readonly place: number;
  readonly isTask: boolean;
  /** Outcomes of its executions, what became of its messages, and contacts who replied to them. */
  readonly times: (what: StepTimes['what']) => number;
  /** Contacts for whom it is next. */
  readonly waiting: number;
  /** When it is due for the first of them; null for none. */
  readonly dueAt: number | null;
}

/** Contacts for whom the same step is due in the same quarter of an hour. */
interface DueGroup extends Pick<EnrolmentCount, 'place' | 'awaits' | 'contacts'> {
  readonly at: number;
}

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
  for (const { place, awaits, at, contacts } of groups) {
    let time = at;
    let step = stepAt(place === 0 ? route.first : place);
    for (let isFirst = true; step !== undefined && step.type !== 'end'; isFirst = false) {
      if (!isFirst) time += delayMsOf(step);
      if (!isFirst && !SILENT.has(step.type)) yield { at: time, n: contacts };
      const held = isFirst && awaits !== '' ? 0 : holdMs(step);
      if (held === null) break;
      time += held;
      step = stepAt(route.branch(step, false));
    }
  }
}

/** Of contacts, by what is said of them: who completed the sequence and got nothing is SKIPPED, as who was refused. */
const statusOf = ({ state, reason }: EnrolmentCount): EnrolmentStatus =>
  state === 'REFUSED' || (state === 'COMPLETED' && reason !== '') ? 'SKIPPED' : state;

/** Throws Refusal `not_found`. */
export async function campaignSheet(context: Context, id: number) {
  const { tx, principal, now } = context;
  const campaign = await campaignOf(context, id);
  const record = { ...campaignHeadView(context, campaign), steps: readForm(campaign.steps) };
  const graph: SequenceGraph = graphOf(record);
  const nodes = [...everyStep(readSteps(Problems.none(), record.steps))];
  const { pausedMs } = await pausesOf(tx, id);
  const enrolments = await enrolmentCounts(tx, [id]);
  const counts = await stepCounts(tx, [id]);
  const { contacts, messages } = totalsOf(enrolments, counts);
  const [tasks] = await openTasks(tx, principal.workspaceId, id);
  const active = enrolments.filter(({ state }) => state === 'ACTIVE');
  const timeOf = (dueAt: number) => Math.max(now, dueAt + pausedMs);
  const groups = active.map((one) => ({ ...one, at: timeOf(one.slot * SLOT_MS) }));
  const faces: (readonly [string, SheetStep])[] = [];
  for (const [index, { path, type }] of [...allSteps(graph.steps)].entries()) {
    const [stepId = 0, place = 0] = ['stepId', 'connectionId'].map((key) =>
      Number(getOwn(nodes[index]?.fields ?? {}, key)),
    );
    const begun = active.filter((one) => one.place === place);
    const fresh = index === 0 ? active.filter((one) => one.place === 0) : [];
    // Who has not begun is due at once.
    const dueAt = fresh.length > 0 ? 0 : begun.length > 0 ? await stepDueAt(tx, id, place) : null;
    const ofStep = counts.filter((one) => one.stepId === stepId);
    const face = {
      ...{ stepId, place, waiting: contactsOf([...begun, ...fresh]), dueAt: dueAt === null ? null : timeOf(dueAt) },
      isTask: type === 'task',
      times: (what: StepTimes['what']) => ofStep.find((one) => one.what === what)?.times ?? 0,
    };
    faces.push([path, face]);
  }
  const sent = (await slotCounts(tx, id)).map(({ slot, outcome, times }) => {
    return { at: slot * SLOT_MS, kind: outcome === 'DONE' ? ('sent' as const) : ('failed' as const), n: times };
  });
  const isActive = record.status === 'ACTIVE';
  const types = new Map(nodes.map(({ type, fields }) => [Number(fields['stepId']), type ?? '']));
  return {
    ...{ record, graph, pausedMs, contacts, sent: messages.sent, steps: new Map(faces) },
    openTasks: Number(tasks?.n ?? 0),
    enrolments: enrolments.map((one) => ({ status: statusOf(one), reason: one.reason, contacts: one.contacts })),
    executed: [...new Set(counts.map(({ stepId }) => stepId))].map((id) => ({ stepId: id, type: types.get(id) ?? '' })),
    days: [...sent, ...(isActive ? comingDays(record.steps, groups) : [])],
    next: isActive ? (await nextSteps(tx, id, now, 1))[0] : undefined,
  };
}

const contactsOf = (rows: readonly Pick<EnrolmentCount, 'contacts'>[]): number =>
  rows.reduce((sum, { contacts }) => sum + contacts, 0);

/** What is due, and what follows: a campaign that is not active has none. */
const comingDays = (steps: readonly StepRecord[], groups: readonly DueGroup[]) => [
  ...groups.map(({ at, contacts }) => ({ at, kind: 'due' as const, n: contacts })),
  ...[...planned(routeOf(steps), groups)].map(({ at, n }) => ({ at, kind: 'planned' as const, n })),
];

export async function sheetContacts(
  { tx, principal }: Context,
  { record, pausedMs, executed }: Pick<Awaited<ReturnType<typeof campaignSheet>>, 'record' | 'pausedMs' | 'executed'>,
  filter: SheetFilter,
  page: PageRequest,
) {
  const { limit, offset } = windowOf(page);
  const isOf = (type: string) =>
    filter.show === 'sent' ? !SILENT.has(type) : filter.show !== 'open' || type === 'task';
  const stepIds = executed.flatMap(({ stepId, type }) => (isOf(type) ? stepId : []));
  const scope = { workspaceId: principal.workspaceId, campaignId: Number(record.id), pausedMs, stepIds };
  const rows = await sheetRows(tx, scope, filter, { limit: limit + 1, offset });
  return { rows: rows.slice(0, limit), hasNextPage: rows.length > limit };
}

interface CampaignFigures extends Omit<Totals['messages'], 'opened' | 'clicked'> {
  readonly name: string;
  readonly contacts: number;
  readonly replied: number;
  /** What can be opened and clicked. */
  readonly emails: number;
  /** Undefined where that is not tracked. */
  readonly opened: number | undefined;
  readonly clicked: number | undefined;
}

/** How many contacts are in each campaign of the workspace, and what came of its messages. */
export async function campaignFigures({ tx, principal }: Context, ids: readonly number[]) {
  const enrolments = await enrolmentCounts(tx, ids);
  const steps = await stepCounts(tx, ids);
  const isOf = (id: number) => (row: Pick<StepTimes, 'campaignId'>) => row.campaignId === id;
  const figures = new Map<number, CampaignFigures>();
  for (const id of ids) {
    const campaign = await campaignById(tx, principal.workspaceId, id);
    if (campaign === undefined) continue;
    const ofSteps = steps.filter(isOf(id));
    const { contacts, messages, replied } = totalsOf(enrolments.filter(isOf(id)), ofSteps);
    const nodes = everyStep(readSteps(Problems.none(), readForm(campaign.steps)));
    const emails = new Set(
      [...nodes].flatMap(({ type, fields }) => (type === 'email' ? Number(fields['stepId']) : [])),
    );
    const { sent } = totalsOf(
      [],
      ofSteps.filter(({ stepId }) => emails.has(stepId)),
    ).messages;
    const { name, trackOpens, trackClicks } = campaign;
    // What is not tracked is not known to be none.
    const tracked = { ...(!trackOpens && { opened: undefined }), ...(!trackClicks && { clicked: undefined }) };
    figures.set(id, { name, contacts, replied, emails: sent, ...messages, ...tracked });
  }
  return figures;
}
