// Finder previews as import blocks of a workflow (SERVICE-API, Import-source flow). Nothing is imported here: a preview
// gives a node its inputs, and the stored plan does not need the preview any more.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import { ImportSource } from '../../../contract/workflows/plan.ts';
import { type Problem, Problems } from '../../../rules/problem.ts';
import { type Fields, isFields } from '../../../rules/shape.ts';
import { unsupportedPage } from '../../../rules/workflows/blocks/import-pages.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import {
  type ImportSourceRequest,
  type ImportSource as ResolvedSource,
  resolveImportSource,
} from '../finder/import-source.ts';
import { previewOf } from '../finder/previews.ts';

/**
 * What a preview becomes. Throws Refusal `not_found` for one that is not there for the caller, or has expired; `invalid`
 * for a source that no block imports.
 */
async function resolved(context: Context, asked: ImportSourceRequest): Promise<ResolvedSource> {
  const page = unsupportedPage((await previewOf(context, asked.previewId)).userInput);
  if (page === null) return resolveImportSource(context, asked);
  const message = `A workflow cannot import from the page of a${page === 'event' ? 'n' : ''} ${page}: import the preview into a list instead`;
  throw new Refusal('invalid', message);
}

/** GET /v1/workflows/import-inputs. Throws Refusal as `resolved` does. */
export async function importInputs(
  context: Context,
  asked: ImportSourceRequest,
): Promise<ReplyOf<Table['workflows']['importInputs']>> {
  const { blockId, inputs, warnings } = await resolved(context, asked);
  const { previewId, maxCount } = asked;
  const source = { previewId, ...(maxCount !== undefined && { maxCount }) };
  return { blockId, inputs: { ...inputs }, warnings: [...warnings], source };
}

/**
 * The body with the inputs of its import sources in their nodes, in place of what was there, and what is wrong with the
 * sources. A body whose `importSources` is no list of sources is left as it is: the rules say so.
 */
export async function withImportSources(
  context: Context,
  body: unknown,
): Promise<{ readonly body: unknown; readonly problems: readonly Problem[] }> {
  const none = { body, problems: [] };
  if (!isFields(body) || !Array.isArray(body['importSources']) || !isFields(body['plan'])) return none;
  const { plan } = body;
  if (!isFields(plan) || !Array.isArray(plan['nodes']) || body['importSources'].length > WORKFLOW_LIMITS.nodes)
    return none;
  const problems = new Problems();
  let nodes: readonly unknown[] = plan['nodes'];
  for (const [index, given] of body['importSources'].entries()) {
    const source = ImportSource.safeParse(given);
    if (source.success) nodes = await filled(context, problems, index, nodes, source.data);
  }
  return { body: { ...body, plan: { ...plan, nodes } }, problems: problems.found };
}

async function filled(
  context: Context,
  problems: Problems,
  index: number,
  nodes: readonly unknown[],
  { nodeId, source }: ImportSource,
): Promise<readonly unknown[]> {
  const at = ['importSources', index];
  const place = nodes.findIndex((node) => isFields(node) && node['id'] === nodeId);
  const node = nodes[place];
  // The rules say so of a node that is not there.
  if (!isFields(node)) return nodes;
  try {
    const { blockId, inputs, warnings } = await resolved(context, source);
    for (const warning of warnings) problems.warn([...at, 'source'], 'import_source', warning);
    if (node['blockId'] !== blockId) {
      const message = `the preview resolves to the block ${blockId}, and node "${nodeId}" is ${String(node['blockId'])}`;
      problems.error(['plan', 'nodes', place, 'blockId'], 'block_mismatch', message);
      return nodes;
    }
    const before: Fields = isFields(node['inputs']) ? node['inputs'] : {};
    return nodes.with(place, { ...node, inputs: { ...before, ...inputs } });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code = error.code === 'not_found' ? 'unknown_preview' : 'unsupported_source';
    problems.error([...at, 'source', 'previewId'], code, error.message);
    return nodes;
  }
}
