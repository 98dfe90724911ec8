// CONDITIONAL: each record leaves through the slot of the first condition that holds for it, or of its random split.

import type { ConditionalNode } from '../../../../contract/workflows/plan.ts';
import { conditionFields } from '../../../../rules/workflows/conditions/fields.ts';
import { matches, type Question } from '../../../../rules/workflows/conditions/matches.ts';
import { type BranchCondition, isSplit, slotOf } from '../../../../rules/workflows/plan/branch.ts';
import { choiceSeed } from '../../../core/queries/settings.ts';
import { customFields } from '../../records/queries/fields.ts';
import { leaveStep } from './moves.ts';
import { boundValue, recordValues } from './record-values.ts';
import type { Work } from './work.ts';

export async function executeConditional(
  work: Work,
  step: number,
  node: ConditionalNode,
  ids: readonly number[],
): Promise<void> {
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
  const seed = (await choiceSeed(tx)) ?? '';
  const slots = node.next.map((): number[] => []);
  for (const id of ids) {
    const holds = (predicate: BranchCondition): boolean => {
      const question = questions.get(predicate);
      return question !== undefined && matches(question, values.get(id)?.get(predicate.field), now);
    };
    slots[slotOf(node.conditions, holds, percentileOf(run.id, node.id, id, seed))]?.push(id);
  }
  const leaving = slots.map((group, slot) => ({ ids: group, as: 'SUCCEEDED' as const, slot }));
  await leaveStep(tx, run.id, plan, { step, was: 'PENDING' }, leaving);
}

/** From 0 to 100 (exclusive): always the same for a run, node and record, and spread evenly over records. */
export function percentileOf(runId: number, nodeId: string, recordId: number, seed = ''): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}${runId}/${nodeId}/${recordId}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // FNV-1a gives neighbouring ids neighbouring hashes: murmur3's finalizer spreads them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100;
}
