import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { Decision } from '../../../../contract/workflows/enums.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { wakeRun } from '../execution/finish.ts';
import { leaveStep } from '../execution/moves.ts';
import { type RunPlan, runPlanOf } from '../execution/plan.ts';
import { progressOf, progressText, type StepDecision } from '../execution/progress.ts';
import { activeRunById, setProgress, undecidedAt } from '../queries/run-records.ts';
import { stepCounts } from '../queries/runs.ts';
import { workflowVersion } from '../queries/workflows.ts';
import { assertRunning, runOf } from './read.ts';
import { firstIds } from './start.ts';

export interface DecisionInput {
  readonly stepId: string;
  readonly decision: Decision;
  readonly ids?: readonly number[] | undefined;
}

/** The slot of the step that the records leave through. */
const SLOT_OF: Readonly<Record<Decision, number>> = { APPROVED: 0, REJECTED: 1 };

/**
 * Approves or rejects waiting records: those named, or all. Throws Refusal `not_found` for the run or the step;
 * `conflict` if the run has ended, nothing is waiting, or some of the ids are not waiting; then nothing is decided.
 */
export async function decide(
  context: Context,
  runId: number,
  { stepId, decision, ids }: DecisionInput,
): Promise<ReplyOf<Table['workflows']['decide']>> {
  const { tx } = context;
  const run = await runOf(context, runId);
  const version = await workflowVersion(tx, run.workflowId, run.version);
  const plan = runPlanOf(version?.plan ?? { nodes: [] });
  const step = plan.nodes.findIndex(({ id }) => id === stepId);
  if (step < 0) throw new Refusal('not_found', `Run ${runId} has no step ${stepId}`);
  assertRunning(run);
  const waiting = await waitingAt(context, runId, step, plan);
  if (waiting === 0)
    throw new Refusal('conflict', `No records of run ${runId} are waiting for approval at step ${stepId}`);
  const slot = SLOT_OF[decision];
  if (ids === undefined) await decideAll(context, runId, { step, slot });
  else await decideSome(context, runId, plan, { step, slot }, ids);
  await wakeRun(context, runId);
  const decided = ids === undefined ? waiting : new Set(ids).size;
  return { runId, stepId, decision, decided, waiting: waiting - decided };
}

/** How many records wait at the step without a decision. */
async function waitingAt({ tx }: Context, runId: number, step: number, { nodes }: RunPlan): Promise<number> {
  const node = nodes[step];
  if (node?.kind !== 'BLOCK' || node.blockId !== 'WAIT_FOR_APPROVAL') return 0;
  const { decided } = progressOf((await activeRunById(tx, runId))?.progress ?? '{}');
  if (decided.some((one) => one.step === step)) return 0;
  const counts = await stepCounts(tx, runId);
  return counts.find((count) => count.step === step && count.status === 'WAITING')?.n ?? 0;
}

/** There may be any number of them: the run moves them on, batch by batch. */
async function decideAll({ tx }: Context, runId: number, decision: StepDecision): Promise<void> {
  const progress = progressOf((await activeRunById(tx, runId))?.progress ?? '{}');
  await setProgress(tx, runId, progressText({ ...progress, decided: [...progress.decided, decision] }));
}

async function decideSome(
  { tx }: Context,
  runId: number,
  plan: RunPlan,
  { step, slot }: StepDecision,
  ids: readonly number[],
): Promise<void> {
  const waiting = await undecidedAt(tx, runId, step, { ids });
  const known = new Set(waiting);
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length > 0) {
    const message = `These records are not waiting for approval at step ${plan.nodes[step]?.id}: ${firstIds(missing)}. Nothing was decided`;
    throw new Refusal('conflict', message, { ids: missing });
  }
  await leaveStep(tx, runId, plan, { step, was: 'WAITING' }, [{ ids: waiting, as: 'SUCCEEDED', slot }]);
}
