// A published plan as a run walks it: nodes by their number, who comes before whom.

import type { Plan, WorkflowNode } from '../../../../contract/workflows/plan.ts';
import { graphOf } from '../../../../rules/workflows/plan/graph.ts';

export interface RunPlan {
  readonly nodes: readonly WorkflowNode[];
  /** The node a slot leads to; null where the path ends. */
  targetOf(step: number, slot: number): number | null;
  /** Steps so that each comes after all that lead to it. */
  readonly order: readonly number[];
  /** Every step from which one can be reached. */
  ancestorsOf(step: number): ReadonlySet<number>;
  /** Where runs begin. */
  readonly entry: number;
}

/** Of a plan that passed the rules: one entry, no cycle. */
export function runPlanOf({ nodes }: Plan): RunPlan {
  const graph = graphOf(nodes);
  const ancestors = nodes.map(() => new Set<number>());
  const order: number[] = [];
  const missing = nodes.map(() => 0);
  for (const { to } of graph.out.flat()) missing[to] = (missing[to] ?? 0) + 1;
  const ready = nodes.flatMap((_, step) => (missing[step] === 0 ? [step] : []));
  for (let step = ready.shift(); step !== undefined; step = ready.shift()) {
    order.push(step);
    for (const { to } of graph.out[step] ?? []) {
      for (const before of [step, ...(ancestors[step] ?? [])]) ancestors[to]?.add(before);
      missing[to] = (missing[to] ?? 0) - 1;
      if (missing[to] === 0) ready.push(to);
    }
  }
  const NONE: ReadonlySet<number> = new Set();
  return {
    nodes,
    order,
    entry: graph.roots[0] ?? 0,
    ancestorsOf: (step) => ancestors[step] ?? NONE,
    targetOf: (step, slot) => graph.out[step]?.find((edge) => edge.slot === slot)?.to ?? null,
  };
}
