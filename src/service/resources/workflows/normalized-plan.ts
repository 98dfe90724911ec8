// Plans and triggers as they are stored: written the same way whoever wrote them, so that two that say the same are the
// same text, and publishing or editing what has not changed can be told from a change.

import { Plan, Trigger, type WorkflowNode } from '../../../contract/workflows/plan.ts';

/** Fields in the interface's order, inputs by name; a block without inputs has none of them. For a plan in order. */
export function normalPlan(plan: Plan): Plan {
  const { nodes, ...rest } = Plan.parse(plan);
  return { ...rest, nodes: nodes.map(normalNode) };
}

function normalNode(node: WorkflowNode): WorkflowNode {
  if (node.kind !== 'BLOCK') return node;
  const { id, kind, blockId, inputs = {}, next } = node;
  const byName = Object.entries(inputs).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { id, kind, blockId, inputs: Object.fromEntries(byName), next };
}

/** Null for a trigger that says no more than the default: MANUAL. */
export function normalTrigger(trigger: Trigger | null | undefined): Trigger | null {
  if (trigger === null || trigger === undefined) return null;
  const parsed = Trigger.parse(trigger);
  return parsed.type === 'MANUAL' && parsed.entity === undefined ? null : parsed;
}
