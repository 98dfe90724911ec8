// A run, slice by slice. Each slice is one batch of records at one step: what the step does to them, what became of
// them and where they stand next are one transaction. Steps are worked on in the order of the plan.

import { isFields } from '../../../../rules/shape.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import type { Continuation, Performer } from '../../../jobs/performer.ts';
import { dueAtStep, firstDueAt, type RunAtWork, runAtWork, setProgress, undecidedAt } from '../queries/run-records.ts';
import { type StepCount, stepCounts } from '../queries/runs.ts';
import { workflowVersion } from '../queries/workflows.ts';
import { type Ending, finishRun } from './end.ts';
import { enter } from './entry.ts';
import { leaveStep } from './moves.ts';
import { type RunPlan, runPlanOf } from './plan.ts';
import { type Decided, type Progress, progressOf, progressText } from './progress.ts';
import { doStep } from './steps.ts';

/** A run with everything a slice needs of it. */
export interface Work {
  /** Acts for the run: what it leads to does not start its workflow again. */
  readonly context: Context;
  readonly run: RunAtWork;
  readonly plan: RunPlan;
  /** What the run was given: `seed` for its entry, `payload` of a delivery. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly progress: Progress;
  /** Keeps how far it has come. */
  keep(progress: Partial<Progress>): Promise<void>;
}

/** Records whose time has come, in one slice. */
const RELEASED = 1_000;

export const runPerformer: Performer = {
  perform: async ({ payload }, context) => {
    const work = await workOf(context, Number(payload['runId']));
    if (work === null) return;
    try {
      return await slice(work);
    } catch (error) {
      // A definite no (the list is gone): trying again changes nothing.
      if (!(error instanceof Refusal)) throw error;
      await finishRun(context, work.run.id, { status: 'FAILED', reason: error.message });
    }
  },
  failed: ({ payload }, error, context) =>
    finishRun(context, Number(payload['runId']), { status: 'FAILED', reason: `the service failed: ${error.message}` }),
};

async function workOf(context: Context, runId: number): Promise<Work | null> {
  const { tx } = context;
  const run = await runAtWork(tx, runId);
  if (run?.status !== 'RUNNING') return null;
  const version = await workflowVersion(tx, run.workflowId, run.version);
  if (!version) throw new Error(`run ${runId} executes version ${run.version}, which is not there`);
  const causedBy: unknown = JSON.parse(run.causedBy);
  const before = Array.isArray(causedBy) ? causedBy.map(Number) : [];
  const input: unknown = JSON.parse(run.input);
  const progress = progressOf(run.progress);
  return {
    context: { ...context, causedBy: [...before, run.workflowId] },
    run,
    plan: runPlanOf(version.plan),
    input: isFields(input) ? input : {},
    progress,
    keep: (changed) => setProgress(tx, runId, progressText({ ...progress, ...changed })),
  };
}

async function slice(work: Work): Promise<Continuation | void> {
  const { context, run, progress } = work;
  const { tx, now } = context;
  const soon = { resumeAt: now };
  if (progress.loadedTo !== null) {
    await enter(work, progress.loadedTo);
    return soon;
  }
  const [decided] = progress.deciding;
  if (decided) {
    await sendOn(work, decided);
    return soon;
  }
  const counts = await stepCounts(tx, run.id);
  const step = nextStep(work.plan, counts);
  if (step !== null) {
    await doStep(work, step);
    return soon;
  }
  const due = await release(work, counts);
  if (due !== null) return { resumeAt: Math.max(due, now) };
  if (counts.some(({ status }) => status === 'WAITING')) return;
  await finishRun(context, run.id, endingOf(work, counts));
}

/** The first step with records whose turn it is; at a KING it is once nobody can join them any more. */
function nextStep({ nodes, order, ancestorsOf }: RunPlan, counts: readonly StepCount[]): number | null {
  const at = (status: string): Set<number> =>
    new Set(counts.flatMap((count) => (count.status === status ? [count.step] : [])));
  const [pending, waiting] = [at('PENDING'), at('WAITING')];
  const isOpen = (step: number): boolean =>
    nodes[step]?.kind !== 'KING' ||
    [...ancestorsOf(step)].every((before) => !pending.has(before) && !waiting.has(before));
  return order.find((step) => pending.has(step) && isOpen(step)) ?? null;
}

/** A batch of those who were all decided about; meanwhile nobody else can come to wait with them. */
async function sendOn({ context, run, plan, progress, keep }: Work, { step, slot }: Decided): Promise<void> {
  const ids = await undecidedAt(context.tx, run.id, step, { most: RELEASED });
  await leaveStep(context.tx, run.id, plan, { step, was: 'WAITING' }, [{ ids, as: 'SUCCEEDED', slot }]);
  if (ids.length < RELEASED) await keep({ deciding: progress.deciding.slice(1) });
}

/** Lets those go on whose time has come. Gives when the next ones do, now where there are more; null for none. */
async function release({ context, run, plan }: Work, counts: readonly StepCount[]): Promise<number | null> {
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
 * A run in which a failure ended every path has failed, and one whose records were all deleted is cancelled (SERVICE-API,
 * deleting one contact); one that had nothing to do is neither.
 */
function endingOf({ run, progress }: Work, counts: readonly StepCount[]): Ending {
  const all = run.distinctEntityCount;
  const gone = counts.reduce((sum, { status, n }) => (status === 'CANCELLED' ? sum + n : sum), 0);
  if (gone > 0 && gone >= all) return { status: 'CANCELLED', reason: 'every record of it was deleted' };
  return { status: progress.lost > 0 && progress.lost >= all ? 'FAILED' : 'SUCCEEDED', reason: progress.trouble };
}
