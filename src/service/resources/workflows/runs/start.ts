import { firstOf } from '../../../../contract/english.ts';
import { ENTITY_OF, NOUN, NOUNS } from '../../../../contract/entities.ts';
import { isObject } from '../../../../contract/json.ts';
import type { Parsed, ReplyData } from '../../../../contract/table.ts';
import {
  type Decision,
  ENTITY_OF_INPUT,
  type TriggerType,
  type WorkflowEntity,
} from '../../../../contract/workflows/enums.ts';
import type { Plan } from '../../../../contract/workflows/plan.ts';
import { type At, Problems } from '../../../../rules/problem.ts';
import { blockOf } from '../../../../rules/workflows/blocks/catalogue.ts';
import { entryOf } from '../../../../rules/workflows/plan/graph.ts';
import {
  type RunInput,
  readRunInput,
  runtimeInputContract,
} from '../../../../rules/workflows/triggers/runtime-input.ts';
import { type Context, Refusal, refuseProblems } from '../../../core/context.ts';
import { listById } from '../../lists/queries/lists.ts';
import { RECORD_SHAPES } from '../../records/queries/predicates.ts';
import { knownIds } from '../../records/queries/records.ts';
import { wakeRun } from '../execution/finish.ts';
import { leaveStep } from '../execution/moves.ts';
import { progressOf, progressText, type RunPlan, runPlanOf, type StepDecision } from '../execution/progress.ts';
import { activeRunById, setProgress, undecidedAt } from '../queries/run-records.ts';
import { insertRun, stepCounts } from '../queries/runs.ts';
import { type VersionRow, workflowVersion } from '../queries/workflows.ts';
import { DEFAULT_TRIGGER, publishedVersion, workflowOf } from '../read.ts';
import { assertRunning, runOf } from './read.ts';

interface RunStart {
  readonly version: VersionRow;
  readonly triggerType: TriggerType;
  /** Replaces `__MANUAL_INPUT` in the entry; null for an entry with fixed records. */
  readonly seed: RunInput | null;
  /** Values of declared webhook inputs, by key. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export type StartedRun = ReplyData<'workflows', 'run'>;

/** Of the records that flow through it. */
export function entityOf(plan: Plan): WorkflowEntity {
  const entry = entryOf(plan);
  const block = entry?.kind === 'BLOCK' ? blockOf(entry.blockId) : null;
  return block?.entities[0] ?? 'LEAD';
}

/** Starts a run in the open transaction; background work executes it. */
export async function startRun(context: Context, { version: published, triggerType, seed, payload }: RunStart) {
  const { tx, principal, now, causedBy = [] } = context;
  const { workflowId, version, plan, maxCreditsPerRun: maxCredits } = published;
  const { id, sequenceNumber } = await insertRun(tx, {
    ...{ workspaceId: principal.workspaceId, workflowId, version, triggerType, entity: entityOf(plan) },
    ...{ input: { seed, payload }, causedBy, maxCredits, now },
  });
  await wakeRun(context, id);
  const started: StartedRun = { runId: id, status: 'RUNNING', sequenceNumber };
  return started;
}

/**
 * Runs the published version. Throws Refusal `not_found`; `conflict` for a workflow that was never published; `invalid`
 * for input that the workflow does not accept, and for a webhook that declares inputs.
 */
export async function runWorkflow(context: Context, id: number, input: unknown): Promise<StartedRun> {
  const workflow = await workflowOf(context, id);
  const version = await publishedVersion(context, workflow);
  if (version === null) throw new Refusal('conflict', `Workflow ${id} has no published version: publish it first`);
  const trigger = version.trigger ?? DEFAULT_TRIGGER;
  const contract = runtimeInputContract(version.plan, trigger);
  const { problems, input: seed } = readRunInput(contract, input);
  refuseProblems(problems, { runtimeInputContract: contract });
  if (seed !== null) {
    const found = Problems.none();
    const [key = seed.key] = Object.keys(isObject(input) ? input : {});
    await checkSeed(context, found, ['input', key], seed);
    refuseProblems(found.found);
  }
  // For a workflow that waits for a call of the API; else it counts as started by hand.
  const triggerType = trigger.type === 'API' ? 'API' : 'MANUAL';
  return startRun(context, { version, triggerType, seed, payload: {} });
}

/** Ids named in one message. */
const IDS_MAX = 10;

/** Adds a problem for each record or list that the run is to start with and that does not exist. */
export async function checkSeed(context: Context, problems: Problems, at: At, { key, value }: RunInput): Promise<void> {
  const { tx, principal } = context;
  const entity = ENTITY_OF[ENTITY_OF_INPUT[key]];
  if (key === 'leadsGroupId' || key === 'companyGroupId') {
    const list = typeof value === 'number' ? await listById(tx, principal.workspaceId, value) : undefined;
    if (list?.entity === entity) return;
    const message =
      list === undefined ? `there is no list ${value}` : `list ${value} is not a list of ${NOUNS[entity]}`;
    problems.error(at, 'unknown_list', message);
    return;
  }
  const ids = typeof value === 'number' ? [value] : value;
  const known = await knownIds(tx, RECORD_SHAPES[entity], principal.workspaceId, ids);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0)
    problems.error(at, 'unknown_record', `there is no ${NOUN[entity]} ${firstOf(unknown, IDS_MAX)}`);
}

type DecisionInput = Parsed<'workflows', 'decide'>['body'];

/** The slot of the step that the records leave through. */
const SLOT_OF: Readonly<Record<Decision, number>> = { APPROVED: 0, REJECTED: 1 };

/**
 * Approves or rejects waiting records: those named, or all. Throws Refusal `not_found` for the run or the step;
 * `conflict` if the run has ended, nothing is waiting, or some of the ids are not waiting; then nothing is decided.
 */
export async function decide(context: Context, runId: number, { stepId, decision, ids }: DecisionInput) {
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
  context: Context,
  runId: number,
  plan: RunPlan,
  { step, slot }: StepDecision,
  ids: readonly number[],
): Promise<void> {
  const waiting = await undecidedAt(context.tx, runId, step, { ids });
  const known = new Set(waiting);
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length > 0) {
    const message = `These records are not waiting for approval at step ${plan.nodes[step]?.id}: ${firstOf(missing, IDS_MAX)}. Nothing was decided`;
    throw new Refusal('conflict', message, { ids: missing });
  }
  await leaveStep(context, runId, plan, { step, was: 'WAITING' }, [{ ids: waiting, as: 'SUCCEEDED', slot }]);
}
