// The progress of a run over several slices, as stored with the run.

import { isObject } from '../../../../contract/json.ts';
import type { Plan, WorkflowNode } from '../../../../contract/workflows/plan.ts';
import { graphOf } from '../../../../rules/workflows/plan/graph.ts';

/** All records waiting at the step leave through the slot. */
export interface StepDecision {
  readonly step: number;
  readonly slot: number;
}

export interface RunProgress {
  /** Id of the last record that entered the run (of an import, how many results were read); null once all have. */
  readonly loadedTo: number | null;
  /** The KING that is being ranked, and the last record that was. */
  readonly sorting: { readonly step: number; readonly to: number } | null;
  readonly sorted: readonly number[];
  /** Decisions about all waiting records of a step: carried out before anything else. */
  readonly decided: readonly StepDecision[];
  /** Why the latest batch failed: becomes the reason of the run. */
  readonly lastFailure: string | null;
  /** How many records failed for good. */
  readonly failedRecords: number;
}

const INITIAL: RunProgress = {
  loadedTo: 0,
  sorting: null,
  sorted: [],
  decided: [],
  lastFailure: null,
  failedRecords: 0,
};

/** Reads what `progressText` wrote, or `{}`. */
export function progressOf(text: string): RunProgress {
  const kept: unknown = JSON.parse(text);
  if (!isObject(kept) || !('loadedTo' in kept)) return INITIAL;
  const { loadedTo, sorting, sorted } = kept;
  // Stores written by version 0.2 hold these three under other names.
  const decided = kept['decided'] ?? kept['deciding'];
  const lastFailure = kept['lastFailure'] ?? kept['trouble'];
  const failedRecords = kept['failedRecords'] ?? kept['lost'];
  return {
    loadedTo: typeof loadedTo === 'number' ? loadedTo : null,
    sorting: isObject(sorting) ? { step: Number(sorting['step']), to: Number(sorting['to']) } : null,
    sorted: Array.isArray(sorted) ? sorted.map(Number) : [],
    decided: Array.isArray(decided)
      ? decided.filter(isObject).map(({ step, slot }) => ({ step: Number(step), slot: Number(slot) }))
      : [],
    lastFailure: typeof lastFailure === 'string' ? lastFailure : null,
    failedRecords: Number(failedRecords ?? 0),
  };
}

export function progressText(progress: RunProgress): string {
  return JSON.stringify(progress);
}

// A published plan as runs execute it: steps are numbered by their position in the plan.

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
