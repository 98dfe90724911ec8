// Campaigns between which a random split of a workflow divides contacts.

import { type AnyId, isId } from '../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, listIn, valueIn } from '../../contract/json.ts';

/** The campaign that contacts of a branch come to first, and the name of the branch. */
export type Variant = readonly [campaignId: AnyId, branch: string];

type NodesById = ReadonlyMap<unknown, JsonObject>;

/** The first campaigns that contacts come to from a node on. */
function campaignsFrom(nodes: NodesById, id: unknown, seen = new Set<unknown>()): AnyId[] {
  const node = nodes.get(id);
  if (node === undefined || seen.has(id)) return [];
  seen.add(id);
  const campaignId = valueIn(node, 'inputs', 'campaignId');
  if (isId(campaignId)) return [campaignId];
  return listIn(getOwn(node, 'next')).flatMap((next) => campaignsFrom(nodes, next, seen));
}

function variantsAt(nodes: NodesById, node: JsonObject): Variant[] {
  const conditions = listIn(getOwn(node, 'conditions')).filter(isObject);
  if (!conditions.some((one) => getOwn(one, 'type') === 'RANDOM_SPLIT')) return [];
  const names = [...conditions.map((one) => getOwn(one, 'name')), getOwn(node, 'fallbackName')];
  return listIn(getOwn(node, 'next')).flatMap((next, index) =>
    campaignsFrom(nodes, next).map((id): Variant => [id, String(names[index] ?? `branch ${index + 1}`)]),
  );
}

/** The variants of each random split of a plan; none of a split that leads to no campaign. */
export function variantsIn(plan: unknown): Variant[][] {
  const all = listIn(valueIn(plan, 'nodes')).filter(isObject);
  const nodes: NodesById = new Map(all.map((node) => [getOwn(node, 'id'), node]));
  return all.map((node) => variantsAt(nodes, node)).filter((variants) => variants.length > 0);
}
