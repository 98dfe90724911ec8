// CONDITIONAL: each record takes the way of the first condition that holds for it, or of the random split it falls in.

import type { ConditionalNode } from '../../../../contract/workflows/plan.ts';
import { conditionFields } from '../../../../rules/workflows/conditions/fields.ts';
import { matches, type Question } from '../../../../rules/workflows/conditions/matches.ts';
import { isSplit, type Predicate, slotOf } from '../../../../rules/workflows/plan/branch.ts';
import { customFields } from '../../records/queries/fields.ts';
import { bound } from './bound.ts';
import { leaveStep } from './moves.ts';
import { recordValues } from './record-values.ts';
import type { Work } from './run.ts';

export async function divide(work: Work, step: number, node: ConditionalNode, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { context, run, plan, input } = work;
  const { tx, now, principal } = context;
  const predicates = node.conditions.flatMap((one) => (isSplit(one) ? [] : [one]));
  const asked = predicates.map(({ field }) => field);
  const customs = asked.length === 0 ? [] : await customFields(tx, principal.workspaceId);
  const fields = conditionFields(customs);
  const questions = new Map(
    predicates.map((predicate): [Predicate, Question] => {
      const { field, operator, value } = predicate;
      const dataType = fields.get(field)?.dataType ?? 'text';
      return [predicate, { dataType, operator, value: bound(value, input) }];
    }),
  );
  const values = await recordValues(work, { customs, fields }, ids, asked);
  const slots = node.next.map((): number[] => []);
  for (const id of ids) {
    const holds = (predicate: Predicate): boolean => {
      const question = questions.get(predicate);
      return question !== undefined && matches(question, values.get(id)?.get(predicate.field), now);
    };
    slots[slotOf(node.conditions, holds, rollOf(run.id, node.id, id))]?.push(id);
  }
  const leaving = slots.map((group, slot) => ({ ids: group, as: 'SUCCEEDED' as const, slot }));
  await leaveStep(tx, run.id, plan, { step, was: 'PENDING' }, leaving);
}

/** From 0 up to, not including, 100: the same for a run, node and record, evenly spread over records. */
export function rollOf(runId: number, nodeId: string, recordId: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${runId}/${nodeId}/${recordId}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // FNV leaves neighbours close together: mixed as murmur3 ends.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100;
}
