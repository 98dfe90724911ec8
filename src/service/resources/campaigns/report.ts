import { getOwn } from '../../../contract/dictionary.ts';
import type { CampaignReport } from '../../../contract/local/timeline.ts';
import { allSteps, graphOf, type SequenceGraph } from '../../../presentation/graph/model.ts';
import { readForm } from '../../../rules/campaigns/stored.ts';
import { everyStep, readSteps } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { type PageRequest, windowOf } from '../../core/sql.ts';
import { summarizeEnrolments } from './enrolment/list.ts';
import { contactCounts, pausesOf } from './queries/enrolment-status.ts';
import { messagesSent } from './queries/positions.ts';
import {
  DAY_MS,
  heldUp,
  type SheetFilter,
  type SheetRow,
  SLOT_MS,
  type StepKey,
  sentRows,
  sheetRows,
  slotCounts,
  stepCounts,
  stepOutcomes,
} from './queries/report.ts';
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

// A campaign as it runs, step by step, day by day, contact by contact: for the pages of the local service.

export { type SheetFilter, type SheetRow, SLOT_MS };

export interface SheetStep {
  readonly stepId: number;
  readonly place: number;
  /** By outcome of its executions. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Contacts for whom it is next. */
  readonly waiting: number;
  /** What came of its messages; undefined where that was not counted. */
  readonly report: CampaignReport['steps'][number] | undefined;
}

/** Steps that send nothing to the contact. */
const SILENT: ReadonlySet<string> = new Set([
  ...['condition', 'end', 'task', 'network_visit_profile', 'network_like_last_post', 'add_to_another_campaign'],
]);

/** Of larger campaigns, what came of messages is counted only when that is asked for. */
const REPORTED_CONTACTS_MAX = 5_000;

/** Throws Refusal `not_found`. */
export async function campaignSheet(context: Context, id: number, withReport: boolean) {
  const { tx, now } = context;
  const { record, summary } = await summarizeEnrolments(context, id, withReport);
  const steps = readForm(record.steps);
  const graph: SequenceGraph = graphOf({ ...record, steps });
  const nodes = [...everyStep(readSteps(Problems.none(), steps))];
  const hasReport = withReport || summary.total <= REPORTED_CONTACTS_MAX;
  const report = hasReport ? (await reportCampaigns(context, { campaignId: [id] })).steps : [];
  const outcomes = await stepOutcomes(tx, id);
  const faces = [...allSteps(graph.steps)].map(({ path }, index): readonly [string, SheetStep] => {
    const [stepId, place] = ['stepId', 'connectionId'].map((key) => Number(getOwn(nodes[index]?.fields ?? {}, key)));
    const executed = outcomes.filter((one) => one.stepId === stepId);
    const waiting = (summary.at.get(place ?? 0) ?? 0) + (index === 0 ? summary.first : 0);
    return [
      path,
      {
        ...{ stepId: stepId ?? 0, place: place ?? 0, waiting },
        outcomes: Object.fromEntries(executed.map(({ outcome, n }) => [outcome, Number(n)])),
        report: report.find((one) => one.stepId === stepId),
      },
    ];
  });
  const sending = nodes.flatMap(({ type, fields }) =>
    type === null || SILENT.has(type) ? [] : [Number(fields['stepId'])],
  );
  const { pausedMs } = await pausesOf(tx, id);
  const sent = hasReport ? await messagesSent(tx, id, summary.messages?.sent ?? 0) : null;
  return {
    ...{ record, summary, graph, pausedMs, hasReport },
    steps: new Map(faces),
    slots: await slotCounts(tx, { id, stepIds: sending, pausedMs, now }),
    without: sent?.without ?? [],
  };
}

/** A page of contacts, and whether there are more. */
export async function sheetContacts(
  { tx, principal }: Context,
  { id, pausedMs }: { readonly id: number; readonly pausedMs: number },
  filter: SheetFilter,
  page: PageRequest,
) {
  const { limit, offset } = windowOf(page);
  const scope = { workspaceId: principal.workspaceId, campaignId: id, pausedMs };
  const rows = await sheetRows(tx, scope, filter, { limit: limit + 1, offset });
  return { rows: rows.slice(0, limit), hasNextPage: rows.length > limit };
}

/** How many contacts are in each campaign, and what came of its messages; for large ones, the contacts alone. */
export async function campaignFigures(context: Context, ids: readonly number[]) {
  type Figures = Readonly<Record<'sent' | 'opened' | 'clicked' | 'replied', number>>;
  const found = new Map<number, { readonly contacts: number } & Partial<Figures>>();
  for (const id of ids) {
    const contacts = Object.values(await contactCounts(context.tx, id)).reduce((sum, n) => sum + n, 0);
    if (contacts > REPORTED_CONTACTS_MAX) {
      found.set(id, { contacts });
      continue;
    }
    const { messages: sent, steps } = await reportCampaigns(context, { campaignId: [id] });
    const total = (key: 'opened' | 'clicked' | 'replied') => steps.reduce((sum, step) => sum + step[key], 0);
    found.set(id, { contacts, sent, opened: total('opened'), clicked: total('clicked'), replied: total('replied') });
  }
  return found;
}
