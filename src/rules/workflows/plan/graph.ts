// A plan as a graph: who points to whom, where it begins, and every way that leads back to where it was.

import { append } from '../../../contract/append.ts';
import { isNumericId, referenceText } from '../../../contract/ids.ts';
import { listIn, valueIn } from '../../../contract/json.ts';
import { WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import type { FlowCondition, Plan, WorkflowNode } from '../../../contract/workflows/plan.ts';
import { blockOf } from '../blocks/catalogue.ts';

interface Edge {
  readonly from: number;
  readonly slot: number;
  readonly to: number;
}

/** Nodes are numbered in the order of the plan. */
export interface NodeGraph {
  readonly size: number;
  readonly out: readonly (readonly Edge[])[];
  /** Nodes that nothing points to, in order. */
  readonly roots: readonly number[];
}

/** Of ids that are given twice the first counts; a slot that leads nowhere is no edge. */
export function graphOf(nodes: readonly { readonly id: string | null; readonly next: readonly unknown[] }[]) {
  const byId = new Map<string, number>();
  for (const [index, { id }] of nodes.entries()) if (id !== null && !byId.has(id)) byId.set(id, index);
  const out = nodes.map(({ next }, from) =>
    next.flatMap((id, slot): Edge[] => {
      const to = typeof id === 'string' ? byId.get(id) : undefined;
      return to === undefined ? [] : [{ from, slot, to }];
    }),
  );
  const targets = new Set(out.flat().map(({ to }) => to));
  return { size: nodes.length, out, roots: nodes.flatMap((_, index) => (targets.has(index) ? [] : [index])) };
}

/** The node runs begin at: the single one nothing points to; null when there is none or more than one. */
export function entryOf({ nodes }: Plan): WorkflowNode | null {
  const { roots } = graphOf(nodes);
  const [only] = roots;
  return roots.length === 1 && only !== undefined ? (nodes[only] ?? null) : null;
}

/** A cycle: its edges, beginning at its first node in the plan; the last one leads back there. */
type Cycle = readonly Edge[];

/**
 * The elementary cycles, each once, in the order of their first nodes and slots; at most `most`, and whether there are
 * more. Nodes are blocked as Johnson's algorithm does it, so that no dead end is walked twice for the same start.
 */
export function cyclesOf(graph: NodeGraph, most: number = WORKFLOW_LIMITS.cyclesNamed) {
  const cycles: Cycle[] = [];
  for (let start = 0; start < graph.size && cycles.length <= most; start += 1) cyclesFrom(graph, start, cycles, most);
  return { cycles: cycles.slice(0, most), more: cycles.length > most };
}

/** Cycles whose first node is `start`; adds at most one more than `most` to `cycles`. */
function cyclesFrom({ size, out }: NodeGraph, start: number, cycles: Cycle[], most: number): void {
  const blocked = new Array<boolean>(size).fill(false);
  const waiting = new Map<number, Set<number>>();
  const way: Edge[] = [];
  const unblock = (node: number): void => {
    blocked[node] = false;
    const others = waiting.get(node) ?? [];
    waiting.delete(node);
    for (const other of others) if (blocked[other] === true) unblock(other);
  };
  const visit = (node: number): boolean => {
    blocked[node] = true;
    let found = false;
    // Two slots that lead to the same node make one cycle.
    const edges = (out[node] ?? []).filter(
      ({ to }, place, all) => to >= start && all.findIndex((edge) => edge.to === to) === place,
    );
    for (const edge of edges) {
      if (cycles.length > most) return true;
      way.push(edge);
      if (edge.to === start) {
        cycles.push([...way]);
        found = true;
      } else if (blocked[edge.to] !== true && visit(edge.to)) found = true;
      way.pop();
    }
    if (found) unblock(node);
    else for (const { to } of edges) waiting.set(to, (waiting.get(to) ?? new Set()).add(node));
    return found;
  };
  visit(start);
}

export type BranchCondition = Exclude<FlowCondition, { type: 'RANDOM_SPLIT' }>;

export function isSplit(condition: FlowCondition): condition is Extract<FlowCondition, { type: 'RANDOM_SPLIT' }> {
  return 'type' in condition;
}

/**
 * The slot a record leaves by: the first condition that holds, or the fallback, which is the last. `roll` is one number
 * of [0, 100) for run, node and record: the random splits of a node share it, each taking its percentage in order, so
 * that of 100 records with evenly spread rolls exactly the percentages go each way.
 */
export function slotOf(conditions: readonly FlowCondition[], holds: (one: BranchCondition) => boolean, roll: number) {
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

// Which records of a workspace a workflow names: what has to be asked for when it is checked online.

interface PlanReferences {
  readonly listIds: readonly number[];
  readonly campaignIds: readonly string[];
}

const ids = (value: unknown): number[] => [value].flat().filter(isNumericId);

/** What is named in inputs, conditions and the trigger; of a body of any shape. */
export function namesIn(body: unknown): PlanReferences {
  const listIds: number[] = [];
  const campaignIds: string[] = [];
  for (const node of listIn(valueIn(body, 'plan', 'nodes'))) {
    for (const { key, type } of blockOf(valueIn(node, 'blockId'))?.inputs ?? []) {
      const value = valueIn(node, 'inputs', key);
      if (type === 'leadsGroupId' || type === 'companyGroupId') append(listIds, ids(value));
      const campaignId = type === 'campaignId' ? referenceText(value) : null;
      if (campaignId !== null) campaignIds.push(campaignId);
    }
    for (const condition of listIn(valueIn(node, 'conditions'))) {
      if (valueIn(condition, 'field') === 'platform.listIds') append(listIds, ids(valueIn(condition, 'value')));
    }
  }
  append(listIds, ids(valueIn(body, 'trigger', 'signal', 'listId')));
  return { listIds, campaignIds };
}
