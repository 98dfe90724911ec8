// Runs as they are read.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { RunStatus, TriggerType } from '../../../contract/workflows/enums.ts';
import type { WorkflowNode } from '../../../contract/workflows/plan.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { workflowOf } from './access.ts';
import { type RunRow, runById, runPage, stepCounts } from './queries/runs.ts';
import { workflowVersion } from './queries/workflows.ts';

type RunRecord = ReplyOf<Table['workflows']['getRun']>;

/** Throws Refusal `not_found`: also for a run of a workflow the caller may not see. */
export async function runOf(context: Context, runId: number): Promise<RunRow> {
  const run = await runById(context.tx, context.principal.workspaceId, runId);
  const missing = new Refusal('not_found', `There is no run ${runId}`);
  if (!run) throw missing;
  try {
    await workflowOf(context, run.workflowId);
  } catch (error) {
    throw error instanceof Refusal && error.code === 'not_found' ? missing : error;
  }
  return run;
}

/** Runs of a workflow, newest first. Throws Refusal `not_found`. */
export async function findRuns(
  context: Context,
  workflowId: number,
  asked: {
    page: number;
    pageSize: number;
    status?: RunStatus | undefined;
    triggerType?: TriggerType | undefined;
  },
): Promise<ReplyOf<Table['workflows']['runs']>> {
  await workflowOf(context, workflowId);
  const { page, pageSize } = asked;
  const filter = { status: asked.status ?? null, triggerType: asked.triggerType ?? null };
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await runPage(context.tx, workflowId, filter, window);
  return { runs: rows.map(showRunHead), page, pageSize, total, hasNextPage: page * pageSize < total };
}

function showRunHead(run: RunRow) {
  const { id, sequenceNumber, status, triggerType, version, startedAt, finishedAt } = run;
  return {
    runId: id,
    sequenceNumber,
    status,
    triggerType,
    version,
    startedAt: isoTime(startedAt),
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
    distinctEntityCount: run.distinctEntityCount,
    creditsUsed: run.creditsUsed,
  };
}

/** Throws Refusal `not_found`. */
export async function getRun(context: Context, runId: number): Promise<RunRecord> {
  return showRun(context, await runOf(context, runId));
}

/** A run with its steps in the order of the plan it executes. */
export async function showRun(context: Context, run: RunRow): Promise<RunRecord> {
  const { tx, appUrl } = context;
  const version = await workflowVersion(tx, run.workflowId, run.version);
  if (!version) throw new Error(`run ${run.id} executes version ${run.version}, which is not there`);
  const steps = version.plan.nodes.map((node): RunRecord['steps'][number] => ({
    stepId: node.id,
    stepType: stepTypeOf(node),
    statusCounts: {},
  }));
  for (const { step, status, n } of await stepCounts(tx, run.id)) {
    const counts = steps[step]?.statusCounts;
    if (counts) counts[status] = n;
  }
  return {
    ...showRunHead(run),
    workflowId: run.workflowId,
    appUrl: appUrl('workflow-runs', run.id),
    entity: run.entity,
    maxCreditsPerRun: run.maxCredits,
    reason: run.reason,
    steps,
  };
}

/** The block a step is; a CONDITIONAL and a KING by their kind (chosen: the interface names `stepType` alone). */
function stepTypeOf(node: WorkflowNode): string {
  return node.kind === 'BLOCK' ? node.blockId : node.kind;
}
