// The stored form of plans and triggers: equal ones have equal text, so that an edit without changes is recognized.

import { Plan, Trigger, type WorkflowNode } from '../../../../contract/workflows/plan.ts';

/** JsonObject in the order of the schema, inputs by name. The plan must be valid. */
export function normalizedPlan(plan: Plan): Plan {
  const { nodes, ...rest } = Plan.parse(plan);
  return { ...rest, nodes: nodes.map(normalizedNode) };
}

function normalizedNode(node: WorkflowNode): WorkflowNode {
  if (node.kind !== 'BLOCK') return node;
  const { id, kind, blockId, inputs = {}, next } = node;
  const byName = Object.entries(inputs).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { id, kind, blockId, inputs: Object.fromEntries(byName), next };
}

/** Null for the default trigger, MANUAL. */
export function normalizedTrigger(trigger: Trigger | null | undefined): Trigger | null {
  if (trigger === null || trigger === undefined) return null;
  const parsed = Trigger.parse(trigger);
  return parsed.type === 'MANUAL' && parsed.entity === undefined ? null : parsed;
}
