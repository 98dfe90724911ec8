// Which way a record takes at a CONDITIONAL, and which records a KING puts first.

import { WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import type { FlowCondition } from '../../../contract/workflows/plan.ts';

export type BranchCondition = Exclude<FlowCondition, { type: 'RANDOM_SPLIT' }>;

export function isSplit(condition: FlowCondition): condition is Extract<FlowCondition, { type: 'RANDOM_SPLIT' }> {
  return 'type' in condition;
}

/**
 * The slot a record leaves by: the first condition that holds, or the fallback, which is the last. `roll` is one number
 * of [0, 100) for run, node and record: the random splits of a node share it, each taking its percentage in order, so
 * that of 100 records with evenly spread rolls exactly the percentages go each way.
 */
export function slotOf(
  conditions: readonly FlowCondition[],
  holds: (one: BranchCondition) => boolean,
  roll: number,
): number {
  let from = 0;
  for (const [slot, condition] of conditions.entries()) {
    if (isSplit(condition)) {
      const until = from + condition.percentage;
      if (roll >= from && roll < until) return slot;
      from = until;
    } else if (holds(condition)) return slot;
  }
  return conditions.length;
}

export interface Ranked<T> {
  readonly record: T;
  /** What forms the group; records without a value form one of their own. */
  readonly group: string | number | boolean | null;
  /** Lower first; null last. */
  readonly order: number | null;
}

/**
 * The records a KING prioritizes: exactly `limit` of each group, lower order first, those without one last; of equals
 * the one that came first. The rest goes the other way.
 */
export function prioritized<T>(
  records: readonly Ranked<T>[],
  limit: number = WORKFLOW_LIMITS.kingLimitDefault,
): Set<T> {
  const groups = new Map<string, Ranked<T>[]>();
  for (const one of records) {
    const key = JSON.stringify(one.group);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const first = [...groups.values()].flatMap((group) => group.toSorted(byOrder).slice(0, limit));
  return new Set(first.map(({ record }) => record));
}

function byOrder<T>(a: Ranked<T>, b: Ranked<T>): number {
  if (a.order === null || b.order === null) return (a.order === null ? 1 : 0) - (b.order === null ? 1 : 0);
  return a.order - b.order;
}
