// Finder previews as import blocks of a workflow (SERVICE-API, Import-source flow). Nothing is imported here: a preview
// gives a node its inputs, and the stored plan does not need the preview any more.

import { ImportSource } from '../../contract/workflow-plan.ts';
import type { Problem } from '../../rules/problem.ts';
import { Problems } from '../../rules/problem.ts';
import { type Fields, isFields } from '../../rules/shape.ts';
import type { Context } from './context.ts';
import { type ImportSourceRequest, resolveImportSource } from './finder-import-source.ts';
import { Refusal } from './refusal.ts';

/** GET /v1/workflows/import-inputs. Throws Refusal `not_found`, `invalid`. */
export async function importInputs(context: Context, source: ImportSourceRequest) {
  const { blockId, inputs, warnings } = await resolveImportSource(context, source);
  const { previewId, maxCount } = source;
  return {
    blockId,
    inputs: { ...inputs },
    warnings: [...warnings],
    source: { previewId, ...(maxCount !== undefined && { maxCount }) },
  };
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
  if (!isFields(plan) || !Array.isArray(plan['nodes'])) return none;
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
    const { blockId, inputs, warnings } = await resolveImportSource(context, source);
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
    const code = error.code === 'not_found' ? 'unknown_preview' : 'import_source';
    problems.error([...at, 'source', 'previewId'], code, error.message);
    return nodes;
  }
}
