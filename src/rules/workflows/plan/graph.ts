// A plan as a graph: who points to whom, where it begins, and every way that leads back to where it was.

import { smallest } from '../../../contract/extremes.ts';
import { WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import type { Plan, WorkflowNode } from '../../../contract/workflows/plan.ts';

/** One wired slot. */
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
export function graphOf(
  nodes: readonly { readonly id: string | null; readonly next: readonly unknown[] }[],
): NodeGraph {
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

/** Node groups in which every node can be reached from every other (Tarjan), by the number of their first node. */
function componentOf({ size, out }: NodeGraph): readonly number[] {
  const index = new Array<number>(size).fill(-1);
  const low = new Array<number>(size).fill(0);
  const component = new Array<number>(size).fill(-1);
  const open: number[] = [];
  let count = 0;
  const visit = (node: number): void => {
    index[node] = low[node] = count;
    count += 1;
    open.push(node);
    for (const { to } of out[node] ?? []) {
      if (index[to] === -1) visit(to);
      if (component[to] === -1) low[node] = Math.min(low[node] ?? 0, low[to] ?? 0);
    }
    if (low[node] !== index[node]) return;
    const members = open.splice(open.indexOf(node));
    for (const member of members) component[member] = smallest(members);
  };
  // A plan has 60 nodes; a body with more is refused before anybody comes here.
  for (let node = 0; node < size; node += 1) if (index[node] === -1) visit(node);
  return component;
}

/** A cycle: its edges, beginning at its first node in the plan; the last one leads back there. */
export type Cycle = readonly Edge[];

/**
 * The elementary cycles, each once, in the order of their first nodes and slots; at most `most`, and whether there are
 * more. Nodes are blocked as Johnson's algorithm does it, so that no dead end is walked twice for the same start.
 */
export function cyclesOf(
  graph: NodeGraph,
  most: number = WORKFLOW_LIMITS.cyclesNamed,
): { readonly cycles: readonly Cycle[]; readonly more: boolean } {
  const component = componentOf(graph);
  const cycles: Cycle[] = [];
  for (let start = 0; start < graph.size && cycles.length <= most; start += 1) {
    cyclesFrom(graph, component, start, cycles, most);
  }
  return { cycles: cycles.slice(0, most), more: cycles.length > most };
}

/** Cycles whose first node is `start`; adds at most one more than `most` to `cycles`. */
function cyclesFrom(
  { size, out }: NodeGraph,
  component: readonly number[],
  start: number,
  cycles: Cycle[],
  most: number,
): void {
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
      ({ to }, place, all) =>
        to >= start && component[to] === component[start] && all.findIndex((edge) => edge.to === to) === place,
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
