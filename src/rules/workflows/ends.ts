// The end of a path: a block whose `next` has no slot, or one empty slot. The interface does not say which.

import { getOwn } from '../../contract/dictionary.ts';
import { isObject } from '../../contract/json.ts';

/** How a service writes it. */
export type BranchEnd = 'no slot' | 'empty slot';

function endOf(node: unknown): BranchEnd | null {
  const next = isObject(node) && getOwn(node, 'kind') === 'BLOCK' ? getOwn(node, 'next') : undefined;
  if (!Array.isArray(next) || next.length > 1) return null;
  return next.length === 0 ? 'no slot' : next[0] === '' ? 'empty slot' : null;
}

/**
 * What the answers of a service show; null where they show nothing, or both. The slots of a draft that is known to be
 * unpublished may be open: nothing is learnt from them.
 */
export function endsIn(workflow: unknown): BranchEnd | null {
  if (!isObject(workflow)) return null;
  if (getOwn(workflow, 'isPublished') === false || getOwn(workflow, 'hasUnpublishedChanges') === true) return null;
  const plan = getOwn(workflow, 'plan');
  const nodes = isObject(plan) ? getOwn(plan, 'nodes') : undefined;
  const found = new Set((Array.isArray(nodes) ? nodes : []).map(endOf).filter((one) => one !== null));
  const [only] = found;
  return found.size === 1 ? (only ?? null) : null;
}

/** The plan, or the body with a plan, with its ends written so; as it is where that is not known. */
export function withEnds<B>(body: B, ends: BranchEnd | null): B {
  if (ends === null || !isObject(body)) return body;
  const { plan, nodes } = body;
  if (isObject(plan)) return { ...body, plan: withEnds(plan, ends) };
  if (!Array.isArray(nodes)) return body;
  const next = ends === 'no slot' ? [] : [''];
  return { ...body, nodes: nodes.map((node) => (endOf(node) === null ? node : { ...node, next })) };
}
