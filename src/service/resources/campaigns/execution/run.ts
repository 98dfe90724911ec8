// Campaigns are executed slice by slice: contacts that are due continue until there is something to wait for.

import { EVENT_OF_CONDITION, INSTANT_CONDITIONS } from '../../../../contract/campaigns/enums.ts';
import type { StepRecord } from '../../../../contract/campaigns/steps.ts';
import { durationMs } from '../../../../contract/durations.ts';
import { delayMsOf } from '../../../../rules/campaigns/route.ts';
import { readForm } from '../../../../rules/campaigns/stored.ts';
import type { Context } from '../../../core/context.ts';
import { inList, sql } from '../../../core/sql.ts';
import { SLOT_MS } from '../../../core/time-span.ts';
import { endActiveThreads } from '../../inbox/queries/threads.ts';
import { type CampaignRow, campaignById, updateCampaignStatus } from '../queries/campaigns.ts';
import { forgetEmptyCounts, recounted } from '../queries/counts.ts';
import { finishCampaign, pausesOf, pauseTime } from '../queries/engagement.ts';
import {
  type CampaignPosition,
  duePositions,
  idleContacts,
  type NextPosition,
  nextPositionAt,
  noteUnreached,
  writePosition,
} from '../queries/positions.ts';
import { duePendingExecutions, nextEventAt } from '../queries/step-executions.ts';
import { recordExpectedEvent } from './engagement-events.ts';
import { type CampaignRun, conditionHolds, isConnected, openRun, type Recipient, recipientsOf } from './recipients.ts';
import { executeStep, noteExecution, type StepExecution } from './steps.ts';

interface PathState {
  readonly run: CampaignRun;
  readonly recipient: Recipient;
  readonly entry: number;
  /** The step before in this slice; null if there is none whose events could be waited for. */
  previous: StepExecution | null;
}

/** The place of the next step, or where the contact stays. */
type StepOutcome = { readonly to: number | null } | NextPosition;

const DELETED: NextPosition = { outcome: 'STOPPED', reason: 'the contact no longer exists' };
const SUPPRESSED: NextPosition = { outcome: 'STOPPED', reason: 'blocklisted or opted out' };

/** Returns the contact's next position. Always ends, because a sequence has no cycle. */
async function advance(
  run: CampaignRun,
  recipient: Recipient | undefined,
  position: CampaignPosition,
): Promise<NextPosition> {
  if (recipient === undefined) return DELETED;
  if (recipient.isSuppressed) return SUPPRESSED;
  const { entry, awaits, hasHappened, place } = position;
  const state: PathState = { run, recipient, entry, previous: null };
  if (place === null) return continueAt(state, run.route.first);
  const step = run.route.step(place);
  // The steps of a draft that has run before may have been replaced.
  if (step === undefined) return { outcome: 'STOPPED', reason: 'its step no longer exists' };
  const outcome = awaits === null ? await perform(state, step) : await decide(state, step, hasHappened);
  return 'to' in outcome ? continueAt(state, outcome.to) : outcome;
}

async function continueAt(state: PathState, firstPlace: number | null): Promise<NextPosition> {
  const { run } = state;
  let place = firstPlace;
  for (;;) {
    const step = place === null ? undefined : run.route.step(place);
    if (place === null || step === undefined) return { outcome: 'COMPLETED', reason: null };
    const delayMs = delayMsOf(step);
    if (delayMs > 0) return { place, dueAt: run.time + delayMs, awaits: null };
    const outcome = await perform(state, step);
    if (!('to' in outcome)) return outcome;
    place = outcome.to;
  }
}

async function perform(state: PathState, step: StepRecord): Promise<StepOutcome> {
  switch (step.type) {
    case 'end':
      return { outcome: 'COMPLETED', reason: null };
    case 'condition':
      return evaluate(state, step);
    default: {
      const execution = await executeStep(state, step);
      state.previous = execution;
      if (execution.outcome === 'FAILED') return { outcome: 'FAILED', reason: execution.reason };
      return step.type === 'network_connection'
        ? await afterInvitation(state, step, execution)
        : { to: step.nextConnectionId };
    }
  }
}

/** Waits for acceptance if the step says so; a contact that is already connected counts as accepted. */
async function afterInvitation(
  state: PathState,
  step: Extract<StepRecord, { type: 'network_connection' }>,
  execution: StepExecution,
): Promise<StepOutcome> {
  const { run } = state;
  const { waitForAcceptance } = step;
  if (waitForAcceptance === undefined) return { to: step.nextConnectionId };
  if (execution.outcome === 'SKIPPED') return decide(state, step, execution.isConnected);
  const dueAt = run.time + durationMs(waitForAcceptance);
  return { place: step.connectionId, dueAt, awaits: 'accept', awaitsId: null };
}

/** Decides a condition at once, or waits for its event. */
async function evaluate(state: PathState, step: Extract<StepRecord, { type: 'condition' }>): Promise<StepOutcome> {
  const { run, recipient, previous } = state;
  const { condition } = step;
  const isInstant = condition.type === 'lead_field' || INSTANT_CONDITIONS.some((type) => type === condition.type);
  if (isInstant) return decide(state, step, await conditionHolds(run, recipient, condition));
  if (!('waitFor' in condition)) throw new Error(`a condition ${condition.type} without waitFor`);
  const event = EVENT_OF_CONDITION[condition.type];
  const wait = { place: step.connectionId, dueAt: run.time + durationMs(condition.waitFor), awaits: event };
  if (event === 'accept') {
    if (await isConnected(run, recipient)) return decide(state, step, true);
    return { ...wait, awaitsId: null };
  }
  const aboutId = (event === 'complete' ? previous?.executionId : previous?.messageId) ?? null;
  // Nothing was sent that could be opened: waiting for it would only delay the contact.
  if (aboutId === null || previous?.outcome !== 'DONE') return decide(state, step, false);
  return { ...wait, awaitsId: aboutId };
}

async function decide(state: PathState, step: StepRecord, happened: boolean): Promise<StepOutcome> {
  await noteExecution(state, step, {
    outcome: happened ? 'TRUE' : 'FALSE',
    reason: null,
    messageId: null,
    expected: [],
  });
  return { to: state.run.route.branch(step, happened) };
}

/** Events and contacts in one slice, some 20 ms. */
const SLICE = 50;

/**
 * Executes one slice of what is due: first expected events of contacts, then steps if the campaign is ACTIVE. When its
 * last contact finishes, the campaign is COMPLETED. Returns when to continue, null for never.
 */
export async function runCampaign(context: Context, campaignId: number): Promise<number | null> {
  const { tx, principal, now } = context;
  const campaign = await campaignById(tx, principal.workspaceId, campaignId);
  if (!campaign) return null;
  const events = await duePendingExecutions(tx, campaignId, now, SLICE);
  for (const execution of events) await recordExpectedEvent(context, campaign, execution);
  if (events.length === SLICE) return now;
  const dueAt = campaign.status === 'ACTIVE' ? await runContacts(context, campaign, SLICE - events.length) : null;
  const eventAt = await nextEventAt(tx, campaignId);
  return dueAt === null || eventAt === null ? (dueAt ?? eventAt) : Math.min(dueAt, eventAt);
}

/** Returns when the next contact is due. */
async function runContacts(context: Context, campaign: CampaignRow, most: number): Promise<number | null> {
  const { tx, now } = context;
  const { pausedMs } = await pausesOf(tx, campaign.id);
  const due = await duePositions(tx, campaign.id, now - pausedMs, most);
  if (due.length > 0) {
    const which = sql`e.campaign_id = ${campaign.id} and e.contact_id ${inList(due.map(({ contactId }) => contactId))}`;
    await recounted(tx, which, () => advanceContacts(context, campaign, due, pausedMs));
  }
  const next = await nextPositionAt(tx, campaign.id);
  const isSlotOver = next === null || Math.floor(next / SLOT_MS) > Math.floor((now - pausedMs) / SLOT_MS);
  if (due.length > 0 && isSlotOver) await forgetEmptyCounts(tx, campaign.id);
  if (next !== null) return Math.max(now, next + pausedMs);
  // Active contacts always have a due time, so none is active. A campaign that never had contacts waits for the first.
  if (campaign.sendsBeganAt !== null) await finishCampaign(tx, campaign.id, now);
  return null;
}

async function advanceContacts(
  context: Context,
  campaign: CampaignRow,
  due: readonly CampaignPosition[],
  pausedMs: number,
): Promise<void> {
  const { tx, principal, now } = context;
  const run = await openRun(context, campaign, readForm(campaign.steps), pausedMs);
  const ids = due.map(({ contactId }) => contactId);
  const recipients = await recipientsOf(run, ids);
  const finished: number[] = [];
  const completed: number[] = [];
  for (const position of due) {
    const { contactId } = position;
    const next = await advance(run, recipients.get(contactId), position);
    await writePosition(tx, { campaignId: campaign.id, contactId }, next, now);
    if (!('outcome' in next)) continue;
    finished.push(contactId);
    if (next.outcome === 'COMPLETED') completed.push(contactId);
  }
  await run.counts.write(tx, campaign.id, now);
  if (completed.length > 0) await noteUnreached(tx, campaign.id, completed);
  for (const contactId of await idleContacts(tx, finished)) {
    await endActiveThreads(tx, principal.workspaceId, contactId, 'COMPLETED');
  }
}

/** Its background work was given up after several attempts: an ACTIVE campaign is PAUSED, so that this is visible. */
export async function pauseAfterFailure({ tx, principal, now }: Context, campaignId: number): Promise<void> {
  const campaign = await campaignById(tx, principal.workspaceId, campaignId);
  if (campaign?.status !== 'ACTIVE') return;
  await pauseTime(tx, campaignId, now);
  await updateCampaignStatus(tx, campaignId, { status: 'PAUSED', sendsBeganAt: null, updatedAt: now });
}
