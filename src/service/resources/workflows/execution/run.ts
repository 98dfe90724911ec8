// Runs are executed slice by slice. A slice is one batch of records at one step, in one transaction: what the step does,
// its outcome, and where the records go next. Steps are executed in plan order.

import { CompanyInput } from '../../../../contract/companies/endpoints.ts';
import { isObject } from '../../../../contract/json.ts';
import { ENTITY_INPUTS, MANUAL_INPUT } from '../../../../contract/workflows/enums.ts';
import type { BlockNode } from '../../../../contract/workflows/plan.ts';
import { companyItem } from '../../../../rules/records/items.ts';
import { blockOf } from '../../../../rules/workflows/blocks/catalogue.ts';
import { type Context, Refusal } from '../../../core/context.ts';
import { importRecords } from '../../finder/import-records.ts';
import { requireListOf } from '../../lists/lists.ts';
import { singleOutcome } from '../../records/bulk.ts';
import { upsertCompanies } from '../../records/upsert.ts';
import {
  activeRunById,
  addCredits,
  addRunRecords,
  dueAtStep,
  firstDueAt,
  listPageAfter,
  sendOn,
  setProgress,
  undecidedAt,
} from '../queries/run-records.ts';
import { type StepCount, stepCounts } from '../queries/runs.ts';
import { workflowVersion } from '../queries/workflows.ts';
import { type Ending, finishRun } from './finish.ts';
import { leaveStep, type Work } from './moves.ts';
import { progressOf, progressText, type RunPlan, runPlanOf, type StepDecision } from './progress.ts';
import { boundInputs, boundValue, executeStep, withinCeiling } from './steps.ts';

/** `next`: where the following page starts; null after the last. */
interface EntryPage {
  readonly ids: readonly number[];
  readonly next: number | null;
}

const PAGE = 2_000;
const IMPORT_PAGE = 100;

/** One page of records enters. Throws Refusal if the entry cannot be executed: the run fails. */
async function enterRecords(work: Work, from: number): Promise<void> {
  const { context, run, plan, save } = work;
  const { tx } = context;
  const node = plan.nodes[plan.entry];
  if (node?.kind !== 'BLOCK') throw new Refusal('unprocessable', 'the plan does not start with a block');
  const page = await pageOf(work, node, from);
  if (page === null) return;
  const { ids, next } = page;
  await addRunRecords(context, run, ids, plan.entry);
  const to = plan.targetOf(plan.entry, 0);
  if (to !== null) await sendOn(tx, run.id, { from: plan.entry, to }, ids);
  await save({ loadedTo: next });
}

/** Null if the run has ended at its credit ceiling. */
async function pageOf(work: Work, node: BlockNode, from: number): Promise<EntryPage | null> {
  if (node.blockId === 'IMPORT_COMPANY_FROM_PAYLOAD') return companyFromPayload(work, node);
  const block = blockOf(node.blockId);
  if (block?.group === 'import') return importPage(work, node, from, block.creditsPerRecord);
  const { key, value } = seedOf(work, node);
  if (key === 'leadsGroupId' || key === 'companyGroupId') {
    const entity = key === 'leadsGroupId' ? 'CONTACT' : 'COMPANY';
    const list = await requireListOf(work.context, entity, Number(value));
    const ids = await listPageAfter(work.context.tx, list.id, from, PAGE);
    return { ids, next: ids.length < PAGE ? null : (ids.at(-1) ?? null) };
  }
  const all = [...new Set([value].flat().map(Number))].sort((a, b) => a - b);
  const rest = all.filter((id) => id > from);
  const ids = rest.slice(0, PAGE);
  return { ids, next: rest.length > PAGE ? (ids.at(-1) ?? null) : null };
}

/** The records the entry is set to, or those the run was started with in place of `__MANUAL_INPUT`. */
function seedOf({ input }: Work, node: BlockNode): { readonly key: string; readonly value: unknown } {
  const { seed } = input;
  const key = ENTITY_INPUTS.find((name) => node.inputs?.[name] !== undefined);
  const value = key === undefined ? undefined : boundValue(node.inputs?.[key], input);
  if (key !== undefined && value !== undefined && value !== MANUAL_INPUT) return { key, value };
  if (isObject(seed) && typeof seed['key'] === 'string') return { key: seed['key'], value: seed['value'] };
  throw new Refusal('unprocessable', `step ${node.id} does not say which records to start with`);
}

async function importPage(work: Work, node: BlockNode, offset: number, price: number): Promise<EntryPage | null> {
  const { context, run, input } = work;
  const limit = await withinCeiling(work, node.id, price, IMPORT_PAGE);
  if (limit === 0) return null;
  const inputs = boundInputs(node.inputs, input);
  const { ids, seen, hasMore } = await importRecords(context, inputs, { offset, limit });
  await addCredits(context.tx, run.id, ids.length * price);
  return { ids, next: hasMore && seen > 0 ? offset + seen : null };
}

/** Creates or merges the company described by a webhook delivery. */
async function companyFromPayload({ context, input }: Work, node: BlockNode): Promise<EntryPage> {
  const parsed = CompanyInput.safeParse(boundValue(node.inputs?.['companyPayload'], input));
  if (!parsed.success) throw new Refusal('unprocessable', 'the delivery does not describe a company');
  const [outcome] = await upsertCompanies(context, [companyItem(parsed.data)]);
  return { ids: [singleOutcome(outcome).record.id], next: null };
}

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
  const progress = progressOf(run.progress);
  return {
    context: { ...context, causedBy: [...run.causedBy, run.workflowId] },
    run,
    plan: runPlanOf(version.plan),
    input: run.input,
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
async function releaseDecided({ context, run, plan, progress, save }: Work, { step, slot }: StepDecision) {
  const ids = await undecidedAt(context.tx, run.id, step, { limit: RELEASED });
  await leaveStep(context, run.id, plan, { step, was: 'WAITING' }, [{ ids, as: 'SUCCEEDED', slot }]);
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
      await leaveStep(context, run.id, plan, { step, was: 'WAITING' }, [{ ids, as: 'SUCCEEDED', slot: 0 }]);
      return now;
    }
    const due = await firstDueAt(tx, run.id, step);
    if (due !== null && (first === null || due < first)) first = due;
  }
  return first;
}

/**
 * CANCELLED if every record was deleted, FAILED if a failure ended the path of every other one; a run that had nothing to
 * do is neither.
 */
function endingOf({ run, progress }: Work, counts: readonly StepCount[]): Ending {
  const all = run.distinctEntityCount;
  const gone = counts.reduce((sum, { status, n }) => (status === 'CANCELLED' ? sum + n : sum), 0);
  if (gone > 0 && gone >= all) return { status: 'CANCELLED', reason: 'all of its records were deleted' };
  return {
    status: progress.failedRecords > 0 && progress.failedRecords + gone >= all ? 'FAILED' : 'SUCCEEDED',
    reason: progress.lastFailure,
  };
}
