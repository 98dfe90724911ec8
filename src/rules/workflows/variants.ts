// Campaigns between which a random split of a workflow divides contacts.

import { type AnyId, isId } from '../../contract/ids.ts';
import { getOwn, isObject, type JsonObject } from '../../contract/json.ts';

/** The campaign that contacts of a branch come to first, and the name of the branch. */
export type Variant = readonly [campaignId: AnyId, branch: string];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

type NodesById = ReadonlyMap<unknown, JsonObject>;

/** The first campaigns that contacts come to from a node on. */
function campaignsFrom(nodes: NodesById, id: unknown, seen = new Set<unknown>()): AnyId[] {
  const node = nodes.get(id);
  if (node === undefined || seen.has(id)) return [];
  seen.add(id);
  const inputs = getOwn(node, 'inputs');
  const campaignId = isObject(inputs) ? getOwn(inputs, 'campaignId') : undefined;
  if (isId(campaignId)) return [campaignId];
  return listOf(getOwn(node, 'next')).flatMap((next) => campaignsFrom(nodes, next, seen));
}

function variantsAt(nodes: NodesById, node: JsonObject): Variant[] {
  const conditions = listOf(getOwn(node, 'conditions')).filter(isObject);
  if (!conditions.some((one) => getOwn(one, 'type') === 'RANDOM_SPLIT')) return [];
  const names = [...conditions.map((one) => getOwn(one, 'name')), getOwn(node, 'fallbackName')];
  return listOf(getOwn(node, 'next')).flatMap((next, index) =>
    campaignsFrom(nodes, next).map((id): Variant => [id, String(names[index] ?? `branch ${index + 1}`)]),
  );
}

/** The variants of each random split of a plan; none of a split that leads to no campaign. */
export function variantsIn(plan: unknown): Variant[][] {
  const all = listOf(isObject(plan) ? getOwn(plan, 'nodes') : undefined).filter(isObject);
  const nodes: NodesById = new Map(all.map((node) => [getOwn(node, 'id'), node]));
  return all.map((node) => variantsAt(nodes, node)).filter((variants) => variants.length > 0);
}
