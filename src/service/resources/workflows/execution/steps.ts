// Executes a node for one batch of its pending records.

import { ACTION_TYPES, type ActionType } from '../../../../contract/actions/enums.ts';
import { dictionary, own } from '../../../../contract/dictionary.ts';
import { durationMs, parseDuration } from '../../../../contract/durations.ts';
import { isObject } from '../../../../contract/json.ts';
import type { BlockNode } from '../../../../contract/workflows/plan.ts';
import { Refusal } from '../../../core/refusals.ts';
import { RECORD_SHAPES } from '../../records/queries/predicates.ts';
import { knownIds } from '../../records/queries/records.ts';
import { addCredits, pendingAt, stillPendingAt } from '../queries/run-records.ts';
import type { BlockEffect } from './blocks/effect.ts';
import { executeConditional } from './conditional.ts';
import { withinCeiling } from './credit-ceiling.ts';
import { cancelRecords } from './finish.ts';
import { executeKing } from './king.ts';
import { holdAt, leaveStep, leavingFor } from './moves.ts';
import { boundInputs, boundValue } from './record-values.ts';
import type { Work } from './work.ts';

const NONE: ReadonlyMap<number, string> = new Map();

/** Records in a batch of a node without an effect of its own. */
const BATCH = 1_000;

export async function executeStep(work: Work, step: number): Promise<void> {
  const node = work.plan.nodes[step];
  if (node === undefined) throw new Error(`run ${work.run.id} has no step ${step}`);
  if (node.kind === 'KING') return executeKing(work, step, node);
  const effect = node.kind === 'BLOCK' ? await effectOf(node.blockId) : null;
  const price = (node.kind === 'BLOCK' && effect?.priceOf?.(node.inputs ?? {})) || 0;
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
  const shape = RECORD_SHAPES[run.entity === 'LEAD' ? 'CONTACT' : 'COMPANY'];
  const known = await knownIds(tx, shape, principal.workspaceId, ids);
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length > 0) await cancelRecords(context, run.id, step, 'PENDING', gone);
  return ids.filter((id) => known.has(id));
}

/** WAIT_FOR_APPROVAL, WAIT and END have no effect of their own. */
async function hold(
  { context, run, plan, input }: Work,
  step: number,
  node: BlockNode,
  ids: readonly number[],
): Promise<void> {
  const { tx, now } = context;
  switch (node.blockId) {
    case 'WAIT_FOR_APPROVAL':
      return holdAt(tx, run.id, step, ids, null);
    case 'WAIT':
      return holdAt(tx, run.id, step, ids, now + waitMs(boundValue(node.inputs?.['duration'], input)));
    case 'END':
      return leaveStep(tx, run.id, plan, { step, was: 'PENDING' }, [{ ids, as: 'SUCCEEDED', slot: null }]);
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
async function applyEffect(
  work: Work,
  step: number,
  node: BlockNode,
  { apply }: BlockEffect,
  ids: readonly number[],
): Promise<void> {
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
  await leaveStep(tx, run.id, plan, { step, was: 'PENDING' }, [
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
  ADD_LEADS_TO_CAMPAIGN: async () => (await import('./blocks/add-records.ts')).addToCampaign,
  ADD_LEADS_TO_GROUP: async () => (await import('./blocks/add-records.ts')).addToList('CONTACT', 'leadsGroupId'),
  ADD_COMPANIES_TO_GROUP: async () => (await import('./blocks/add-records.ts')).addToList('COMPANY', 'companyGroupId'),
});

const ACTIONS: ReadonlySet<string> = new Set(ACTION_TYPES);

function isAction(blockId: string): blockId is ActionType {
  return ACTIONS.has(blockId);
}

/** Null for END, WAIT and WAIT_FOR_APPROVAL, which do nothing to a record. */
async function effectOf(blockId: string): Promise<BlockEffect | null> {
  if (isAction(blockId)) return (await import('./blocks/enrich.ts')).enrich(blockId);
  return (await own(EFFECTS, blockId)?.()) ?? null;
}
