// What a node does with one batch of the records that have come to it.

import type { BlockNode } from '../../../../contract/workflows/plan.ts';
import { isFields } from '../../../../rules/shape.ts';
import { Refusal } from '../../../core/refusals.ts';
import { COMPANIES } from '../../companies/queries/companies.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { knownIds } from '../../records/queries/records.ts';
import { addCredits, pendingAt, stillPendingAt } from '../queries/run-records.ts';
import { type BlockEffect, effectOf } from './blocks.ts';
import { bound } from './bound.ts';
import { withinCeiling } from './ceiling.ts';
import { divide } from './conditional.ts';
import { cancelPart } from './end.ts';
import { prioritize } from './king.ts';
import { holdAt, leaveStep } from './moves.ts';
import type { Work } from './run.ts';

const NOBODY: ReadonlySet<number> = new Set();

/** Records in a batch of a node that only steers. */
const STEERED = 1_000;

export async function doStep(work: Work, step: number): Promise<void> {
  const node = work.plan.nodes[step];
  if (node === undefined) throw new Error(`run ${work.run.id} has no step ${step}`);
  if (node.kind === 'KING') return prioritize(work, step, node);
  const effect = node.kind === 'BLOCK' ? await effectOf(node.blockId) : null;
  const price = (node.kind === 'BLOCK' && effect?.priceOf?.(node.inputs ?? {})) || 0;
  const most = await withinCeiling(work, node.id, price, effect?.batch ?? STEERED);
  if (most === 0) return;
  const ids = await present(work, step, await pendingAt(work.context.tx, work.run.id, step, most));
  if (node.kind === 'CONDITIONAL') return divide(work, step, node, ids);
  if (effect !== null) return carryOut(work, step, node, effect, ids);
  return hold(work, step, node, ids);
}

/** Those that are still there; the others were deleted without a word, and end here. */
async function present({ context, run }: Work, step: number, ids: readonly number[]): Promise<number[]> {
  const { tx, principal } = context;
  const known = await knownIds(tx, run.entity === 'LEAD' ? CONTACTS : COMPANIES, principal.workspaceId, ids);
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length > 0) await cancelPart(tx, run.id, step, 'PENDING', gone);
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
      return holdAt(tx, run.id, step, ids, now + spanMs(bound(node.inputs?.['duration'], input)));
    case 'END':
      return leaveStep(tx, run.id, plan, { step, was: 'PENDING' }, [{ ids, as: 'SUCCEEDED', slot: null }]);
    default:
      throw new Refusal('unprocessable', `block ${node.blockId} of step ${node.id} cannot be carried out here`);
  }
}

const UNIT_MS: ReadonlyMap<unknown, number> = new Map([
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
]);

function spanMs(span: unknown): number {
  const { value, unit } = isFields(span) ? span : { value: 0, unit: 'minutes' };
  return Math.max(0, Number(value) || 0) * (UNIT_MS.get(unit) ?? 0);
}

/**
 * Does what the block does. A record that fails ends here; one the block does not apply to goes on. What the workspace
 * refuses for the whole batch (the campaign takes nobody any more) is the failure of each, and nothing of it is kept.
 */
async function carryOut(
  work: Work,
  step: number,
  node: BlockNode,
  { apply }: BlockEffect,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const { context, run, plan, input } = work;
  const { tx } = context;
  const inputs = Object.fromEntries(
    Object.entries(node.inputs ?? {}).map(([key, value]) => [key, bound(value, input)]),
  );
  await tx.run('savepoint batch');
  const outcome = await apply(context, { run, inputs, ids }).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    await tx.run('rollback to batch');
    const lost = work.progress.lost + ids.length;
    await work.keep({ trouble: `step ${node.id}: ${error.message}`, lost });
    return { failed: new Set(ids), missed: NOBODY, skipped: NOBODY, credits: 0 };
  });
  await tx.run('release batch');
  const { failed, missed, skipped, credits } = outcome;
  await addCredits(tx, run.id, credits);
  // A block may merge one contact into another: that one has left the run already.
  const there = await stillPendingAt(tx, run.id, step, ids);
  await leaveStep(tx, run.id, plan, { step, was: 'PENDING' }, [
    {
      ids: there.filter((id) => !failed.has(id) && !missed.has(id) && !skipped.has(id)),
      as: 'SUCCEEDED',
      slot: 0,
    },
    { ids: there.filter((id) => skipped.has(id)), as: 'SKIPPED', slot: 0 },
    { ids: there.filter((id) => missed.has(id)), as: 'FAILED', slot: 0 },
    { ids: there.filter((id) => failed.has(id)), as: 'FAILED', slot: null },
  ]);
}
