// One contact's way through a campaign, from where it stands to where there is something to wait for.

import { DEED_OF, type Deed, INSTANT_CONDITIONS } from '../../../../contract/campaigns/enums.ts';
import type { StepRecord } from '../../../../contract/campaigns/steps.ts';
import { type Duration, durationMs } from '../../../../contract/durations.ts';
import { delayMsOf } from '../../../../rules/campaigns/route.ts';
import { insertAction } from '../queries/actions.ts';
import type { NextPosition, Position } from '../queries/runs.ts';
import { holds } from './conditions.ts';
import { isConnected, type Person, type Run } from './people.ts';
import { type Done, doStep } from './sending.ts';

/** Where a contact is while it goes on. */
interface Walker {
  readonly run: Run;
  readonly person: Person;
  readonly entry: number;
  /** What the step before did; null where it did nothing that could be waited for. */
  before: Done | null;
}

/** A wait may have any length; moments are whole milliseconds. */
const waitMs = (span: Duration): number => Math.ceil(durationMs(span));

/** A step has come to its end, or waits. */
type Left = { readonly to: number | null } | NextPosition;

const NOBODY: NextPosition = { outcome: 'STOPPED', reason: 'the contact is gone' };
const SUPPRESSED: NextPosition = { outcome: 'STOPPED', reason: 'the contact is blocklisted or opted out' };

/** Carries a contact on; gives where it stands then. Ends, for a sequence has no cycle. */
export async function goOn(run: Run, person: Person | undefined, position: Position): Promise<NextPosition> {
  if (person === undefined) return NOBODY;
  if (person.isSuppressed) return SUPPRESSED;
  const { entry, awaits, heard, place } = position;
  const walker: Walker = { run, person, entry, before: null };
  if (place === null) return arrive(walker, run.route.first);
  const step = run.route.step(place);
  // Steps of a draft that had run may have been replaced meanwhile.
  if (step === undefined) return { outcome: 'STOPPED', reason: 'its step is gone' };
  if (awaits === null) return leave(walker, await perform(walker, step));
  return leave(walker, await decide(walker, step, heard));
}

async function leave(walker: Walker, left: Left): Promise<NextPosition> {
  return 'to' in left ? arrive(walker, left.to) : left;
}

/** Comes to a step, and from there to the next, as long as nothing has to be waited for. */
async function arrive(walker: Walker, at: number | null): Promise<NextPosition> {
  const { run } = walker;
  let place = at;
  for (;;) {
    const step = place === null ? undefined : run.route.step(place);
    if (place === null || step === undefined) return { outcome: 'COMPLETED', reason: null };
    const delayMs = delayMsOf(step);
    if (delayMs > 0) return { place, dueAt: run.time + delayMs, awaits: null };
    const left = await perform(walker, step);
    if (!('to' in left)) return left;
    place = left.to;
  }
}

async function perform(walker: Walker, step: StepRecord): Promise<Left> {
  switch (step.type) {
    case 'end':
      return { outcome: 'COMPLETED', reason: null };
    case 'condition':
      return ask(walker, step);
    default: {
      const done = await doStep(walker, step);
      walker.before = done;
      if (done.outcome === 'FAILED') return { outcome: 'FAILED', reason: done.reason };
      return step.type === 'network_connection' ? invited(walker, step, done) : { to: step.nextConnectionId };
    }
  }
}

/** Waits for the answer to a request, where the step says so; who is connected already has given it. */
function invited({ run }: Walker, step: Extract<StepRecord, { type: 'network_connection' }>, done: Done): Left {
  const { waitForAcceptance } = step;
  if (waitForAcceptance === undefined) return { to: step.nextConnectionId };
  if (done.outcome === 'SKIPPED') return { to: run.route.branch(step, done.isConnected) };
  return waiting(step, 'accept', null, run.time + waitMs(waitForAcceptance));
}

function waiting({ connectionId }: StepRecord, awaits: Deed, awaitsId: number | null, dueAt: number): NextPosition {
  return { place: connectionId, dueAt, awaits, awaitsId };
}

/** A condition is decided at once, or waits for its event. */
async function ask(walker: Walker, step: Extract<StepRecord, { type: 'condition' }>): Promise<Left> {
  const { run, person, before } = walker;
  const { condition } = step;
  if (condition.type === 'lead_field') return decide(walker, step, await holds(run, person, condition));
  const instant = INSTANT_CONDITIONS.find((type) => type === condition.type);
  if (instant !== undefined) return decide(walker, step, await holds(run, person, condition));
  if (!('waitFor' in condition)) throw new Error(`a condition ${condition.type} without waitFor`);
  const deed = DEED_OF[condition.type];
  const dueAt = run.time + waitMs(condition.waitFor);
  if (deed === 'accept') {
    if (await isConnected(run, person)) return decide(walker, step, true);
    return waiting(step, deed, null, dueAt);
  }
  const aboutId = (deed === 'complete' ? before?.actionId : before?.messageId) ?? null;
  // Nothing was sent that could be opened: to wait for it would only cost the contact time.
  if (aboutId === null || before?.outcome !== 'DONE') return decide(walker, step, false);
  return waiting(step, deed, aboutId, dueAt);
}

/** The branch is chosen, and the choice of a condition remembered. */
async function decide({ run, person, entry }: Walker, step: StepRecord, happened: boolean): Promise<Left> {
  if (step.type === 'condition') {
    await insertAction(run.context.tx, {
      workspaceId: run.context.principal.workspaceId,
      campaignId: run.campaign.id,
      contactId: person.contact.id,
      entry,
      stepId: step.stepId,
      type: step.type,
      outcome: happened ? 'TRUE' : 'FALSE',
      reason: null,
      messageId: null,
      at: run.context.now,
      expected: [],
    });
  }
  return { to: run.route.branch(step, happened) };
}
