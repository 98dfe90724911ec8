// Runs: how they begin, and how they are ended from outside.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { TriggerType, WorkflowEntity } from '../../../contract/workflows/enums.ts';
import type { Decision } from '../../../contract/workflows/run-enums.ts';
import { blockOf } from '../../../rules/workflows/blocks/catalogue.ts';
import { entryOf } from '../../../rules/workflows/plan/graph.ts';
import type { RunInput } from '../../../rules/workflows/triggers/runtime-input.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { finishRun, wakeRun } from './execution/end.ts';
import { leaveStep } from './execution/moves.ts';
import { type RunPlan, runPlanOf } from './execution/plan.ts';
import { type Decided, progressOf, progressText } from './execution/progress.ts';
import { runAtWork, setProgress, undecidedAt } from './queries/run-records.ts';
import { insertRun, stepCounts } from './queries/runs.ts';
import { type VersionRow, workflowVersion } from './queries/workflows.ts';
import { runOf, showRun } from './run-view.ts';

/** What a run begins with, checked already. */
export interface RunStart {
  readonly version: VersionRow;
  readonly triggerType: TriggerType;
  /** What takes the place of `__MANUAL_INPUT` in the entry; null for an entry that is fixed. */
  readonly seed: RunInput | null;
  /** Values of declared webhook inputs, by key. */
  readonly payload: Readonly<Record<string, unknown>>;
}

function entityOf({ plan }: VersionRow): WorkflowEntity {
  const entry = entryOf(plan);
  const block = entry?.kind === 'BLOCK' ? blockOf(entry.blockId) : null;
  return block?.entities[0] ?? 'LEAD';
}

/** Starts a run, in the transaction that is open; the engine carries it on. */
export async function startRun(
  context: Context,
  { version, triggerType, seed, payload }: RunStart,
): Promise<ReplyOf<Table['workflows']['run']>> {
  const { tx, principal, now, causedBy = [] } = context;
  const { id, sequenceNumber } = await insertRun(tx, {
    workspaceId: principal.workspaceId,
    workflowId: version.workflowId,
    version: version.version,
    triggerType,
    entity: entityOf(version),
    input: { seed, payload },
    causedBy,
    maxCredits: version.maxCreditsPerRun,
    now,
  });
  await wakeRun(context, id);
  return { runId: id, status: 'RUNNING', sequenceNumber };
}

/** Throws Refusal `not_found`; `conflict` for a run that has ended. */
export async function cancelRun(context: Context, runId: number): Promise<ReplyOf<Table['workflows']['cancelRun']>> {
  const run = await runOf(context, runId);
  if (run.status !== 'RUNNING') throw new Refusal('conflict', `Run ${runId} has ended: it is ${run.status}`);
  await finishRun(context, runId, { status: 'CANCELLED', reason: `cancelled by ${context.principal.keyName}` });
  return showRun(context, await runOf(context, runId));
}

export interface DecisionAsked {
  readonly stepId: string;
  readonly decision: Decision;
  readonly ids?: readonly number[] | undefined;
}

/** The slot records take (SERVICE-API, Node shapes: approved target, rejected target). */
const SLOT_OF: Readonly<Record<Decision, number>> = { APPROVED: 0, REJECTED: 1 };

/**
 * Approves or rejects records that wait: those named, or all. Throws Refusal `not_found` for the run or the step;
 * `conflict` for a run that has ended, where nobody waits, and naming the ids that do not: then nothing is decided.
 */
export async function decide(
  context: Context,
  runId: number,
  { stepId, decision, ids }: DecisionAsked,
): Promise<ReplyOf<Table['workflows']['decide']>> {
  const { tx } = context;
  const run = await runOf(context, runId);
  const version = await workflowVersion(tx, run.workflowId, run.version);
  const plan = runPlanOf(version?.plan ?? { nodes: [] });
  const step = plan.nodes.findIndex(({ id }) => id === stepId);
  if (step < 0) throw new Refusal('not_found', `Run ${runId} has no step ${stepId}`);
  if (run.status !== 'RUNNING') throw new Refusal('conflict', `Run ${runId} has ended: it is ${run.status}`);
  const waiting = await waitingAt(context, runId, step, plan);
  if (waiting === 0) throw new Refusal('conflict', `No record of run ${runId} waits for approval at step ${stepId}`);
  const slot = SLOT_OF[decision];
  if (ids === undefined) await decideAll(context, runId, { step, slot });
  else await decideSome(context, runId, plan, { step, slot }, ids);
  await wakeRun(context, runId);
  const decided = ids === undefined ? waiting : new Set(ids).size;
  return { runId, stepId, decision, decided, waiting: waiting - decided };
}

/** How many wait at the step for a decision that nobody has made. */
async function waitingAt({ tx }: Context, runId: number, step: number, { nodes }: RunPlan): Promise<number> {
  const node = nodes[step];
  if (node?.kind !== 'BLOCK' || node.blockId !== 'WAIT_FOR_APPROVAL') return 0;
  const { deciding } = progressOf((await runAtWork(tx, runId))?.progress ?? '{}');
  if (deciding.some((decided) => decided.step === step)) return 0;
  const counts = await stepCounts(tx, runId);
  return counts.find((count) => count.step === step && count.status === 'WAITING')?.n ?? 0;
}

/** However many they are: the run sends them on, batch by batch. */
async function decideAll({ tx }: Context, runId: number, decided: Decided): Promise<void> {
  const progress = progressOf((await runAtWork(tx, runId))?.progress ?? '{}');
  await setProgress(tx, runId, progressText({ ...progress, deciding: [...progress.deciding, decided] }));
}

async function decideSome(
  { tx }: Context,
  runId: number,
  plan: RunPlan,
  { step, slot }: Decided,
  asked: readonly number[],
): Promise<void> {
  const waiting = await undecidedAt(tx, runId, step, { ids: asked });
  const there = new Set(waiting);
  const missing = [...new Set(asked)].filter((id) => !there.has(id));
  if (missing.length > 0) {
    const some = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ` and ${missing.length - 10} more` : '');
    const message = `These do not wait for approval at step ${plan.nodes[step]?.id}: ${some}. Nothing was decided`;
    throw new Refusal('conflict', message, { ids: missing });
  }
  await leaveStep(tx, runId, plan, { step, was: 'WAITING' }, [{ ids: waiting, as: 'SUCCEEDED', slot }]);
}
