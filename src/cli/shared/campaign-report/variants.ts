// Campaigns between which a random split of a workflow divides contacts.

import { listPages } from '../../../client/answers/pages.ts';
import { getOwn } from '../../../contract/dictionary.ts';
import { type AnyId, isId, isSameId } from '../../../contract/ids.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { Session } from '../../session/session.ts';
import { helpful } from '../messaging.ts';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The first campaigns that contacts come to from a node on. */
function campaignsFrom(nodes: ReadonlyMap<unknown, JsonObject>, id: unknown, seen = new Set<unknown>()): AnyId[] {
  const node = nodes.get(id);
  if (node === undefined || seen.has(id)) return [];
  seen.add(id);
  const inputs = getOwn(node, 'inputs');
  const campaignId = isObject(inputs) ? getOwn(inputs, 'campaignId') : undefined;
  if (isId(campaignId)) return [campaignId];
  return listOf(getOwn(node, 'next')).flatMap((next) => campaignsFrom(nodes, next, seen));
}

/** The branches of a split: their campaigns, by name. */
function branchesOf(nodes: ReadonlyMap<unknown, JsonObject>, node: JsonObject): [campaignId: AnyId, name: string][] {
  const conditions = listOf(getOwn(node, 'conditions')).filter(isObject);
  if (!conditions.some((one) => getOwn(one, 'type') === 'RANDOM_SPLIT')) return [];
  const names = [...conditions.map((one) => getOwn(one, 'name')), getOwn(node, 'fallbackName')];
  return listOf(getOwn(node, 'next')).flatMap((next, index) =>
    campaignsFrom(nodes, next).map((id): [AnyId, string] => [id, String(names[index] ?? `branch ${index + 1}`)]),
  );
}

const isSame = (id: AnyId) => (one: AnyId) => isSameId(one, id);

/** These campaigns and their variants, each as `Subject test: Question`; none where no split leads to them. */
export async function variantsOf(session: Session, campaignIds: readonly AnyId[]): Promise<Map<AnyId, string>> {
  const { api, call } = await session.client();
  const found = new Map<AnyId, string>();
  const listing = listPages(call, 'workflows', 'list', { query: {} }, { signal: session.io.interrupt });
  for await (const { id: workflowId, name, version } of listing) {
    // A draft divides no one.
    if (workflowId === undefined || version == null) continue;
    const workflow = await helpful(api.workflows.get({ params: { workflowId }, query: { version } }));
    const all = listOf(workflow?.plan?.nodes).filter(isObject);
    const nodes = new Map(all.map((node) => [getOwn(node, 'id'), node]));
    for (const node of all) {
      const branches = branchesOf(nodes, node);
      if (!branches.some(([id]) => campaignIds.some(isSame(id)))) continue;
      for (const [id, branch] of branches) found.set(campaignIds.find(isSame(id)) ?? id, `${name}: ${branch}`);
    }
  }
  return found;
}
