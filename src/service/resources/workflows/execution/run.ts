// Runs are executed slice by slice. A slice is one batch of records at one step, in one transaction: what the step does,
// its outcome, and where the records go next. Steps are executed in plan order.

import { isObject } from '../../../../contract/json.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { activeRunById, dueAtStep, firstDueAt, setProgress, undecidedAt } from '../queries/run-records.ts';
import { type StepCount, stepCounts } from '../queries/runs.ts';
import { workflowVersion } from '../queries/workflows.ts';
import { enterRecords } from './entry.ts';
import { type Ending, finishRun } from './finish.ts';
import { leaveStep } from './moves.ts';
import { type RunPlan, runPlanOf } from './plan.ts';
import { progressOf, progressText, type StepDecision } from './progress.ts';
import { executeStep } from './steps.ts';
import type { Work } from './work.ts';

/** Waiting records moved on in one slice. */
const RELEASED = 1_000;

/** Executes one slice of a run; returns when to continue, null if it has ended or waits for a decision. */
export async function continueRun(context: Context, runId: number): Promise<number | null> {
  const work = await workOf(context, runId);
  if (work === null) return null;
  try {
    return await slice(work);
  } catch (error) {
    // A refusal is final (the list was deleted): trying again changes nothing.
    if (!(error instanceof Refusal)) throw error;
    await finishRun(context, runId, { status: 'FAILED', reason: error.message });
    return null;
  }
}

/** Its background work was given up after several attempts. */
export async function failRun(context: Context, runId: number, error: Error): Promise<void> {
  await finishRun(context, runId, { status: 'FAILED', reason: `internal error: ${error.message}` });
}

async function workOf(context: Context, runId: number): Promise<Work | null> {
  const { tx } = context;
  const run = await activeRunById(tx, runId);
  if (run?.status !== 'RUNNING') return null;
  const version = await workflowVersion(tx, run.workflowId, run.version);
  if (!version) throw new Error(`version ${run.version} of run ${runId} is missing`);
  const causedBy: unknown = JSON.parse(run.causedBy);
  const before = Array.isArray(causedBy) ? causedBy.map(Number) : [];
  const input: unknown = JSON.parse(run.input);
  const progress = progressOf(run.progress);
  return {
    context: { ...context, causedBy: [...before, run.workflowId] },
    run,
    plan: runPlanOf(version.plan),
    input: isObject(input) ? input : {},
    progress,
    save: (changed) => setProgress(tx, runId, progressText({ ...progress, ...changed })),
  };
}

async function slice(work: Work): Promise<number | null> {
  const { context, run, progress } = work;
  const { tx, now } = context;
  if (progress.loadedTo !== null) {
    await enterRecords(work, progress.loadedTo);
    return now;
  }
  const [decision] = progress.decided;
  if (decision) {
    await releaseDecided(work, decision);
    return now;
  }
  const counts = await stepCounts(tx, run.id);
  const step = nextStep(work.plan, counts);
  if (step !== null) {
    await executeStep(work, step);
    return now;
  }
  const due = await releaseDue(work, counts);
  if (due !== null) return Math.max(due, now);
  if (!counts.some(({ status }) => status === 'WAITING')) await finishRun(context, run.id, endingOf(work, counts));
  return null;
}

/** The first step, in plan order, with pending records; a KING waits until no further records can reach it. */
function nextStep({ nodes, order, ancestorsOf }: RunPlan, counts: readonly StepCount[]): number | null {
  const at = (status: string): Set<number> =>
    new Set(counts.flatMap((count) => (count.status === status ? [count.step] : [])));
  const [pending, waiting] = [at('PENDING'), at('WAITING')];
  const isOpen = (step: number): boolean =>
    nodes[step]?.kind !== 'KING' ||
    [...ancestorsOf(step)].every((before) => !pending.has(before) && !waiting.has(before));
  return order.find((step) => pending.has(step) && isOpen(step)) ?? null;
}

/** Moves on a batch of the records that were approved or rejected together. Until all have left, no others arrive. */
async function releaseDecided(
  { context, run, plan, progress, save }: Work,
  { step, slot }: StepDecision,
): Promise<void> {
  const ids = await undecidedAt(context.tx, run.id, step, { limit: RELEASED });
  await leaveStep(context.tx, run.id, plan, { step, was: 'WAITING' }, [{ ids, as: 'SUCCEEDED', slot }]);
  if (ids.length < RELEASED) await save({ decided: progress.decided.slice(1) });
}

/** Moves on records whose wait is over. Returns when the next are due (now if there are more), null for none. */
async function releaseDue({ context, run, plan }: Work, counts: readonly StepCount[]): Promise<number | null> {
  const { tx, now } = context;
  let first: number | null = null;
  for (const { step, status } of counts) {
    if (status !== 'WAITING') continue;
    const ids = await dueAtStep(tx, run.id, step, now, RELEASED);
    if (ids.length > 0) {
      await leaveStep(tx, run.id, plan, { step, was: 'WAITING' }, [{ ids, as: 'SUCCEEDED', slot: 0 }]);
      return now;
    }
    const due = await firstDueAt(tx, run.id, step);
    if (due !== null && (first === null || due < first)) first = due;
  }
  return first;
}

/**
 * FAILED if a failure ended the path of every record, CANCELLED if every record was deleted; a run that had nothing to do
 * is neither.
 */
function endingOf({ run, progress }: Work, counts: readonly StepCount[]): Ending {
  const all = run.distinctEntityCount;
  const gone = counts.reduce((sum, { status, n }) => (status === 'CANCELLED' ? sum + n : sum), 0);
  if (gone > 0 && gone >= all) return { status: 'CANCELLED', reason: 'all of its records were deleted' };
  return {
    status: progress.failedRecords > 0 && progress.failedRecords >= all ? 'FAILED' : 'SUCCEEDED',
    reason: progress.lastFailure,
  };
}
