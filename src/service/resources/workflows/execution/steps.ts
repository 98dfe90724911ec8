// Executes a node for one batch of its pending records.

import { ACTION_TYPES, type ActionType } from '../../../../contract/actions/enums.ts';
import { durationMs, parseDuration } from '../../../../contract/durations.ts';
import { ENTITY_OF } from '../../../../contract/entities.ts';
import { dictionary, getOwn, isObject } from '../../../../contract/json.ts';
import { WORKFLOW_LIMITS } from '../../../../contract/workflows/enums.ts';
import type { BlockNode, ConditionalNode, ConditionField, KingNode } from '../../../../contract/workflows/plan.ts';
import { momentOf } from '../../../../rules/days.ts';
import type { CustomField } from '../../../../rules/records/fields.ts';
import { conditionFields } from '../../../../rules/workflows/conditions/fields.ts';
import { matches, type Question } from '../../../../rules/workflows/conditions/matches.ts';
import { type BranchCondition, isSplit, slotOf } from '../../../../rules/workflows/plan/graph.ts';
import { Refusal } from '../../../core/context.ts';
import { SETTINGS, setting } from '../../../core/queries/settings.ts';
import { mixed } from '../../../stand-ins/draw.ts';
import { customFields } from '../../records/queries/fields.ts';
import { RECORD_SHAPES } from '../../records/queries/predicates.ts';
import { knownIds } from '../../records/queries/records.ts';
import { valuesOf } from '../queries/record-values.ts';
import { addCredits, pendingAt, stillPendingAt } from '../queries/run-records.ts';
import { insertRanks, prioritizedOf } from '../queries/runs.ts';
import type { BlockEffect } from './blocks.ts';
import { cancelRecords, finishRun } from './finish.ts';
import { holdAt, leaveStep, leavingFor, type Work } from './moves.ts';

/**
 * How many records the run can still pay for at `price` credits each, up to `most`. If it cannot pay for one more, the
 * run ends as FAILED and 0 is returned: a run never costs more than its ceiling.
 */
export async function withinCeiling({ context, run }: Work, stepId: string, price: number, most: number) {
  const { maxCredits, creditsUsed } = run;
  if (maxCredits === null) return most;
  const left = maxCredits - creditsUsed;
  const affordable = price === 0 ? most : Math.floor(left / price);
  if (left > 0 && affordable > 0) return Math.min(most, affordable);
  const reason =
    left > 0
      ? `${left} of ${maxCredits} credits left: not enough for another record at step ${stepId}`
      : `the limit of ${maxCredits} credits per run was reached`;
  await finishRun(context, run.id, { status: 'FAILED', reason });
  return 0;
}

// CONDITIONAL: each record leaves through the slot of the first condition that holds for it, or of its random split.

async function executeConditional(work: Work, step: number, node: ConditionalNode, ids: readonly number[]) {
  if (ids.length === 0) return;
  const { context, run, plan, input } = work;
  const { tx, now, principal } = context;
  const predicates = node.conditions.flatMap((one) => (isSplit(one) ? [] : [one]));
  const fieldIds = predicates.map(({ field }) => field);
  const customs = fieldIds.length === 0 ? [] : await customFields(tx, principal.workspaceId);
  const fields = conditionFields(customs);
  const questions = new Map(
    predicates.map((predicate): [BranchCondition, Question] => {
      const { field, operator, value } = predicate;
      const dataType = fields.get(field)?.dataType ?? 'text';
      return [predicate, { dataType, operator, value: boundValue(value, input) }];
    }),
  );
  const values = await recordValues(work, { customs, fields }, ids, fieldIds);
  const seed = (await setting(tx, SETTINGS.choiceSeed)) ?? '';
  const slots = node.next.map((): number[] => []);
  for (const id of ids) {
    const holds = (predicate: BranchCondition): boolean => {
      const question = questions.get(predicate);
      return question !== undefined && matches(question, values.get(id)?.get(predicate.field), now);
    };
    slots[slotOf(node.conditions, holds, percentileOf(run.id, node.id, id, seed))]?.push(id);
  }
  const leaving = slots.map((group, slot) => ({ ids: group, as: 'SUCCEEDED' as const, slot }));
  await leaveStep(context, run.id, plan, { step, was: 'PENDING' }, leaving);
}

/** From 0 to 100 (exclusive): always the same for a run, node and record, and spread evenly over records. */
export function percentileOf(runId: number, nodeId: string, recordId: number, seed = ''): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}${runId}/${nodeId}/${recordId}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (mixed(hash) / 2 ** 32) * 100;
}

const NONE: ReadonlyMap<number, string> = new Map();

/** Records in a batch of a node without an effect of its own. */
const BATCH = 1_000;

export async function executeStep(work: Work, step: number): Promise<void> {
  const node = work.plan.nodes[step];
  if (node === undefined) throw new Error(`run ${work.run.id} has no step ${step}`);
  if (node.kind === 'KING') return executeKing(work, step, node);
  const effect = node.kind === 'BLOCK' ? await effectOf(node.blockId) : null;
  const price = (node.kind === 'BLOCK' && effect?.priceOf?.(boundInputs(node.inputs, work.input))) || 0;
  const most = await withinCeiling(work, node.id, price, effect?.batch ?? BATCH);
  if (most === 0) return;
  const ids = await existing(work, step, await pendingAt(work.context.tx, work.run.id, step, most));
  if (node.kind === 'CONDITIONAL') return executeConditional(work, step, node, ids);
  if (effect !== null) return applyEffect(work, step, node, effect, ids);
  return hold(work, step, node, ids);
}

/** Records that were deleted leave the run here. */
async function existing({ context, run }: Work, step: number, ids: readonly number[]): Promise<number[]> {
  const { tx, principal } = context;
  const shape = RECORD_SHAPES[ENTITY_OF[run.entity]];
  const known = await knownIds(tx, shape, principal.workspaceId, ids);
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length > 0) await cancelRecords(context, run.id, step, 'PENDING', gone);
  return ids.filter((id) => known.has(id));
}

/** WAIT_FOR_APPROVAL, WAIT and END have no effect of their own. */
async function hold({ context, run, plan, input }: Work, step: number, node: BlockNode, ids: readonly number[]) {
  const { tx, now } = context;
  switch (node.blockId) {
    case 'WAIT_FOR_APPROVAL':
      return holdAt(tx, run.id, step, ids, null);
    case 'WAIT':
      return holdAt(tx, run.id, step, ids, now + waitMs(boundValue(node.inputs?.['duration'], input)));
    case 'END':
      return leaveStep(context, run.id, plan, { step, was: 'PENDING' }, [{ ids, as: 'SUCCEEDED', slot: null }]);
    default:
      throw new Refusal('unprocessable', `block ${node.blockId} of step ${node.id} cannot be executed here`);
  }
}

function waitMs(duration: unknown): number {
  const { value, unit } = isObject(duration) ? duration : {};
  const parsed = parseDuration(`${value} ${unit}`);
  return parsed === null ? 0 : durationMs(parsed);
}

/**
 * Records that fail end here; those the block does not apply to continue. If the whole batch is refused (the campaign
 * accepts no contacts any more), all of its records fail and nothing is stored.
 */
async function applyEffect(work: Work, step: number, node: BlockNode, { apply }: BlockEffect, ids: readonly number[]) {
  if (ids.length === 0) return;
  const { context, run, plan, input } = work;
  const { tx } = context;
  const inputs = boundInputs(node.inputs, input);
  await tx.run('savepoint batch');
  const outcome = await apply(context, { run, inputs, ids }).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    await tx.run('rollback to batch');
    const failedRecords = work.progress.failedRecords + ids.length;
    await work.save({ lastFailure: `step ${node.id}: ${error.message}`, failedRecords });
    return { failed: new Map(ids.map((id) => [id, error.message])), missed: NONE, skipped: NONE, credits: 0 };
  });
  await tx.run('release batch');
  const { failed, missed, skipped, credits } = outcome;
  await addCredits(tx, run.id, credits);
  // A block may merge one contact into another, which takes the first out of the run.
  const left = await stillPendingAt(tx, run.id, step, ids);
  await leaveStep(context, run.id, plan, { step, was: 'PENDING' }, [
    {
      ids: left.filter((id) => !failed.has(id) && !missed.has(id) && !skipped.has(id)),
      as: 'SUCCEEDED',
      slot: 0,
    },
    ...leavingFor(left, skipped, { as: 'SKIPPED', slot: 0 }),
    ...leavingFor(left, missed, { as: 'FAILED', slot: 0 }),
    ...leavingFor(left, failed, { as: 'FAILED', slot: null }),
  ]);
}

const EFFECTS = dictionary<() => Promise<BlockEffect>>({
  ADD_LEADS_TO_CAMPAIGN: async () => (await import('./blocks.ts')).addToCampaign,
  ADD_LEADS_TO_GROUP: async () => (await import('./blocks.ts')).addToList('CONTACT', 'leadsGroupId'),
  ADD_COMPANIES_TO_GROUP: async () => (await import('./blocks.ts')).addToList('COMPANY', 'companyGroupId'),
});

const ACTIONS: ReadonlySet<string> = new Set(ACTION_TYPES);

function isAction(blockId: string): blockId is ActionType {
  return ACTIONS.has(blockId);
}

/** Null for END, WAIT and WAIT_FOR_APPROVAL, which do nothing to a record. */
async function effectOf(blockId: string): Promise<BlockEffect | null> {
  if (isAction(blockId)) return (await import('./blocks.ts')).enrich(blockId);
  return (await getOwn(EFFECTS, blockId)?.()) ?? null;
}

// KING (prioritize): of each group the first `limit` records leave through slot 0, the rest through slot 1. All records
// have arrived when it starts: they are ranked batch by batch, then moved on batch by batch.

async function executeKing(work: Work, step: number, node: KingNode): Promise<void> {
  const { context, run, plan, progress } = work;
  const { tx } = context;
  if (!progress.sorted.includes(step)) return rankBatch(work, step, node);
  const ids = await pendingAt(tx, run.id, step, BATCH);
  const limit = node.limit ?? WORKFLOW_LIMITS.kingLimitDefault;
  const first = await prioritizedOf(tx, { runId: run.id, step, limit }, ids);
  await leaveStep(context, run.id, plan, { step, was: 'PENDING' }, [
    { ids: ids.filter((id) => first.has(id)), as: 'SUCCEEDED', slot: 0 },
    { ids: ids.filter((id) => !first.has(id)), as: 'SUCCEEDED', slot: 1 },
  ]);
}

async function rankBatch(work: Work, step: number, node: KingNode): Promise<void> {
  const { context, run, progress, save } = work;
  const { tx, principal } = context;
  const after = progress.sorting?.step === step ? progress.sorting.to : 0;
  const ids = await pendingAt(tx, run.id, step, BATCH, after);
  const last = ids.at(-1);
  if (last === undefined) return save({ sorting: null, sorted: [...progress.sorted, step] });
  const customs = await customFields(tx, principal.workspaceId);
  const groupBy = node.groupBy ?? '';
  const orderBy = node.orderBy ?? '';
  const known = { customs, fields: conditionFields(customs) };
  const values = await recordValues(work, known, ids, [groupBy, orderBy]);
  await insertRanks(
    tx,
    run.id,
    step,
    ids.map((entityId) => {
      const of = values.get(entityId);
      return { entityId, group: JSON.stringify(of?.get(groupBy) ?? null), order: orderOf(of?.get(orderBy)) };
    }),
  );
  await save({ sorting: { step, to: last } });
}

/** A number or a time; null for values without an order. */
function orderOf(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value);
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  return typeof value === 'string' ? momentOf(value) : null;
}

// Values of records as conditions compare them: booleans, lists of ids, and the fields of the run itself.

/** By record id and field id. */
async function recordValues(
  { context, run }: Work,
  { customs, fields }: { customs: readonly CustomField[]; fields: ReadonlyMap<string, ConditionField> },
  ids: readonly number[],
  fieldIds: readonly string[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, unknown>>> {
  const names = [...new Set(fieldIds)];
  if (names.length === 0) return new Map();
  const { workspaceId } = context.principal;
  const kept = await valuesOf(context.tx, { workspaceId, entity: run.entity, customs }, ids, names);
  return new Map(
    [...kept].map(([id, values]) => {
      const read = new Map([...values].map(([name, value]) => [name, readAs(fields.get(name), value)]));
      read.set('run.triggerType', run.triggerType).set('run.sequenceNumber', run.sequenceNumber);
      return [id, read];
    }),
  );
}

function readAs(field: ConditionField | undefined, value: unknown): unknown {
  if (field?.dataType === 'boolean' && typeof value === 'number') return value !== 0;
  if (field?.dataType === 'ids' && typeof value === 'string') return JSON.parse(value);
  return value;
}

/** An input of a node; one that is bound to a declared webhook input is read from the `payload` of the delivery. */
export function boundValue(value: unknown, { payload }: Readonly<Record<string, unknown>>): unknown {
  if (!isObject(value) || !('webhookInputKey' in value)) return value;
  const key = value['webhookInputKey'];
  return isObject(payload) && typeof key === 'string' && getOwn(payload, key);
}

export function boundInputs(
  inputs: Readonly<Record<string, unknown>> | undefined,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs ?? {}).map(([key, value]) => [key, boundValue(value, input)]));
}
