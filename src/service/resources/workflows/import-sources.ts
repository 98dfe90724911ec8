// Finder previews as import blocks of a workflow. Nothing is imported here: the preview becomes the inputs of a node, and
// the stored plan no longer depends on it.

import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { ReplyData } from '../../../contract/table.ts';
import { WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import { type ConditionField, ImportSource } from '../../../contract/workflows/plan.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { Problems } from '../../../rules/problem.ts';
import { BLOCKS, blockOf } from '../../../rules/workflows/blocks/catalogue.ts';
import { conditionFields } from '../../../rules/workflows/conditions/fields.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { campaignNames } from '../campaigns/queries/campaigns.ts';
import { type ImportSourceRequest, type ResolvedImportSource, resolveImportSource } from '../finder/import-source.ts';
import { previewOf } from '../finder/view.ts';
import { listEntities } from '../lists/queries/lists.ts';
import { customFields } from '../records/queries/fields.ts';

/** Throws Refusal `not_found` for a preview the caller cannot use or that has expired; `invalid` if no block imports it. */
async function resolved(context: Context, request: ImportSourceRequest): Promise<ResolvedImportSource> {
  const page = unsupportedPage((await previewOf(context, request.previewId)).userInput);
  if (page === null) return resolveImportSource(context, request);
  const message = `Workflows cannot import from ${page} pages: import the preview into a list instead`;
  throw new Refusal('invalid', message);
}

/** Throws Refusal as `resolved` does. */
export async function importInputs(context: Context, request: ImportSourceRequest) {
  const { blockId, inputs, warnings } = await resolved(context, request);
  const { previewId, maxCount } = request;
  const source = { previewId, ...(maxCount !== undefined && { maxCount }) };
  return { blockId, inputs: { ...inputs }, warnings: [...warnings], source };
}

/**
 * The body with its import sources resolved into the inputs of their nodes, and the problems of the sources. Invalid
 * `importSources` are left as they are: the rules report them.
 */
export async function withImportSources(context: Context, body: unknown) {
  const none = { body, problems: [] };
  if (!isObject(body) || !Array.isArray(body['importSources']) || !isObject(body['plan'])) return none;
  const { plan } = body;
  if (!isObject(plan) || !Array.isArray(plan['nodes']) || body['importSources'].length > WORKFLOW_LIMITS.nodes)
    return none;
  const problems = Problems.none();
  let nodes: readonly unknown[] = plan['nodes'];
  for (const [index, value] of body['importSources'].entries()) {
    const source = ImportSource.safeParse(value);
    if (source.success) nodes = await withSourceInputs(context, problems, index, nodes, source.data);
  }
  return { body: { ...body, plan: { ...plan, nodes } }, problems: problems.found };
}

async function withSourceInputs(
  context: Context,
  problems: Problems,
  index: number,
  nodes: readonly unknown[],
  { nodeId, source }: ImportSource,
): Promise<readonly unknown[]> {
  const at = ['importSources', index];
  const place = nodes.findIndex((node) => isObject(node) && node['id'] === nodeId);
  const node = nodes[place];
  // The rules report a missing node.
  if (!isObject(node)) return nodes;
  try {
    const { blockId, inputs, warnings } = await resolved(context, source);
    for (const warning of warnings) problems.warn([...at, 'source'], 'import_source', warning);
    if (node['blockId'] !== blockId) {
      const message = `the preview resolves to block ${blockId}, but node "${nodeId}" is ${String(node['blockId'])}`;
      problems.error(['plan', 'nodes', place, 'blockId'], 'block_mismatch', message);
      return nodes;
    }
    const before: JsonObject = isObject(node['inputs']) ? node['inputs'] : {};
    return nodes.with(place, { ...node, inputs: { ...before, ...inputs } });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code = error.code === 'not_found' ? 'unknown_preview' : 'unsupported_source';
    problems.error([...at, 'source', 'previewId'], code, error.message);
    return nodes;
  }
}

const PAGES = [
  ['post', /\/(posts?|feed\/update)\//i],
  ['event', /\/events?\//i],
  ['job', /\/jobs?\//i],
] as const;

/** What kind of page a preview was asked about by its address: a post, an event, a job; null for any other text. */
function unsupportedPage(userInput: string): (typeof PAGES)[number][0] | null {
  const addresses = userInput.match(/https?:\/\/\S+/gi) ?? [];
  for (const [kind, path] of PAGES) {
    if (addresses.some((address) => path.test(address.replace(/^https?:\/\/[^/]*/i, '')))) return kind;
  }
  return null;
}

// What plans are made of: blocks, and fields for conditions.

export function listBlocks(): ReplyData<'workflows', 'blocks'> {
  return { blocks: [...BLOCKS] };
}

/** Throws Refusal `not_found`. */
export function getBlock(blockId: string): ReplyData<'workflows', 'block'> {
  const block = blockOf(blockId);
  if (block !== null) return block;
  const known = BLOCKS.map((one) => one.blockId);
  throw new Refusal('not_found', `There is no block ${blockId}${didYouMean(blockId, known)}`);
}

/** Every field a condition may use; the workspace's lists and campaigns are the options of theirs. */
export async function listConditionFields({ tx, principal }: Context) {
  const { workspaceId } = principal;
  const lists = [...(await listEntities(tx, workspaceId)).values()];
  const campaigns = await campaignNames(tx, workspaceId);
  const options = new Map([
    ['platform.listIds', lists.map(({ id, name }) => ({ value: id, label: name }))],
    ['platform.campaignIds', campaigns.map(({ id, name }) => ({ value: id, label: name }))],
  ]);
  const fields = [...conditionFields(await customFields(tx, workspaceId)).values()].map((field): ConditionField => {
    const valueOptions = options.get(field.id);
    return valueOptions === undefined ? field : { ...field, valueOptions };
  });
  return { fields };
}
