// A published plan as runs execute it: steps are numbered by their position in the plan.

import type { Plan, WorkflowNode } from '../../../../contract/workflows/plan.ts';
import { graphOf } from '../../../../rules/workflows/plan/graph.ts';

export interface RunPlan {
  readonly nodes: readonly WorkflowNode[];
  /** The step a slot leads to; null if the path ends. */
  targetOf(step: number, slot: number): number | null;
  /** Topological order. */
  readonly order: readonly number[];
  /** Every step from which `step` can be reached. */
  ancestorsOf(step: number): ReadonlySet<number>;
  /** The step where runs start. */
  readonly entry: number;
}

/** The plan must be valid: one entry, no cycle. */
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
