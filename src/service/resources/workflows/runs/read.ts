import { dictionary } from '../../../../contract/json.ts';
import type { Parsed, ReplyData } from '../../../../contract/table.ts';
import type { WorkflowNode } from '../../../../contract/workflows/plan.ts';
import { isoTime } from '../../../core/clock.ts';
import { type Context, Refusal } from '../../../core/context.ts';
import type { TimeSpan } from '../../../core/time-span.ts';
import { finishRun, POSITIONS_KEPT_MS } from '../execution/finish.ts';
import { isUnfinished, type RunRecordRow, runRecordsAfter, runTimes } from '../queries/run-records.ts';
import { type RunRow, runById, runningRuns, runPage, stepCounts } from '../queries/runs.ts';
import { workflowVersion } from '../queries/workflows.ts';
import { workflowOf } from '../read.ts';

/** Throws Refusal `not_found`. */
export async function getRun(context: Context, runId: number): Promise<RunRecord> {
  return runView(context, await runOf(context, runId));
}

type RunsQuery = Parsed<'workflows', 'runs'>['query'];

async function runsOf(context: Context, workflowId: number, query: RunsQuery) {
  await workflowOf(context, workflowId);
  const { rows, paging } = await runPage(context.tx, workflowId, query);
  return { rows, ...paging };
}

/** Runs of a workflow, newest first. Throws Refusal `not_found`. */
export async function listRuns(context: Context, workflowId: number, query: RunsQuery) {
  const { rows, ...position } = await runsOf(context, workflowId, query);
  return { runs: rows.map(runSummaryView), ...position };
}

/** The same, with why each ended as it did. */
export async function listRunsWithReasons(context: Context, workflowId: number, query: RunsQuery) {
  const { rows, ...position } = await runsOf(context, workflowId, query);
  return { runs: rows.map((run) => ({ ...runSummaryView(run), reason: run.reason })), ...position };
}

const RUNS_MAX = 50;

/** Newest first. */
export async function listRunning({ tx, principal }: Context) {
  const rows = await runningRuns(tx, principal.workspaceId, RUNS_MAX);
  return rows.map(({ workflowName, ...run }) => ({ ...runSummaryView(run), workflowId: run.workflowId, workflowName }));
}

/** Throws Refusal `not_found`; `conflict` for a run that has ended. */
export async function cancelRun(context: Context, runId: number): Promise<RunRecord> {
  assertRunning(await runOf(context, runId));
  await finishRun(context, runId, { status: 'CANCELLED', reason: `cancelled by ${context.principal.keyName}` });
  return getRun(context, runId);
}

type RunRecord = ReplyData<'workflows', 'getRun'>;

/** Throws Refusal `not_found`, also for a run of a workflow the caller may not see. */
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

/** As `runOf`; throws Refusal `conflict` for a run that has ended. */
export function assertRunning({ id, status }: RunRow): void {
  if (status !== 'RUNNING') throw new Refusal('conflict', `Run ${id} has already ended: it is ${status}`);
}

function runSummaryView(run: RunRow) {
  const { id: runId, sequenceNumber, status, triggerType, version, startedAt, finishedAt } = run;
  return {
    ...{ runId, sequenceNumber, status, triggerType, version, startedAt: isoTime(startedAt) },
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
    ...{ distinctEntityCount: run.distinctEntityCount, creditsUsed: run.creditsUsed },
  };
}

/** Steps are in the order of the plan that the run executes. */
async function runView(context: Context, run: RunRow): Promise<RunRecord> {
  const { tx, appUrl } = context;
  const version = await workflowVersion(tx, run.workflowId, run.version);
  if (!version) throw new Error(`version ${run.version} of run ${run.id} is missing`);
  const counts = version.plan.nodes.map(() => dictionary<number>());
  const steps = version.plan.nodes.map((node, index): RunRecord['steps'][number] => ({
    stepId: node.id,
    stepType: stepTypeOf(node),
    statusCounts: counts[index] ?? {},
  }));
  for (const { step, status, n } of await stepCounts(tx, run.id)) {
    const ofStep = counts[step];
    if (ofStep) ofStep[status] = n;
  }
  return {
    ...runSummaryView(run),
    workflowId: run.workflowId,
    appUrl: appUrl('workflow-runs', run.id),
    entity: run.entity,
    maxCreditsPerRun: run.maxCredits,
    reason: run.reason,
    steps,
  };
}

/** The id of a block; CONDITIONAL and KING steps are named by their kind (our choice). */
function stepTypeOf(node: WorkflowNode): string {
  return node.kind === 'BLOCK' ? node.blockId : node.kind;
}

/** How many records left a step when, and how many continue when. */
export const listRunTimes = ({ tx }: Context, runId: number) => runTimes(tx, runId);

/** What each step of a run did to each record that reached it: by record, then by step. Throws Refusal `not_found` for the run or the step. */
export async function listRunRecords(
  context: Context,
  runId: number,
  { status, stepId, cursor, limit, from, to }: Parsed<'workflows', 'runRecords'>['query'] & TimeSpan,
): Promise<ReplyData<'workflows', 'runRecords'>> {
  const { tx, now } = context;
  const run = await runOf(context, runId);
  const nodes = (await workflowVersion(tx, run.workflowId, run.version))?.plan.nodes ?? [];
  const step = stepId === undefined ? null : nodes.findIndex(({ id }) => id === stepId);
  if (step !== null && step < 0) throw new Refusal('not_found', `Run ${runId} has no step ${stepId}`);
  const keptUntil = run.finishedAt === null ? null : run.finishedAt + POSITIONS_KEPT_MS;
  // Swept batch by batch: what is left by then says nothing about the whole.
  const isSwept = keptUntil !== null && keptUntil <= now;
  // One more than returned, to know whether there is a next page.
  const [afterId = 0, afterStep = Number.MAX_SAFE_INTEGER] = (cursor ?? '').split('-').filter(Boolean).map(Number);
  const window = { after: { id: afterId, step: afterStep }, limit: limit + 1 };
  const rows = isSwept ? [] : await runRecordsAfter(tx, run, { status: status ?? null, step, from, to }, window);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    records: page.map((row) => recordView(run, nodes, row)),
    nextCursor: rows.length > limit && last ? `${last.id}-${last.step}` : null,
    keptUntil: keptUntil === null ? null : isoTime(keptUntil),
  };
}

function recordView(run: RunRow, nodes: readonly WorkflowNode[], row: RunRecordRow) {
  const isCut = run.status !== 'RUNNING' && isUnfinished(row.status);
  return {
    id: row.id,
    entity: run.entity,
    name: row.name || null,
    status: isCut ? 'CANCELLED' : row.status,
    stepId: nodes[row.step]?.id ?? '',
    dueAt: isCut || row.dueAt === null ? null : isoTime(row.dueAt),
    reason: isCut ? run.reason : row.reason,
  };
}
