// The import sources of a workflow file that may be sent many times: resolved into the inputs of their nodes, as the
// service does on create.

import { ApiError } from '../../../client/errors.ts';
import type { Issue } from '../../../contract/envelope.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import type { ImportSource, WorkflowInput } from '../../../contract/workflows/plan.ts';
import type { WorkflowDraft } from '../../../rules/workflows/changes.ts';
import type { Session } from '../../session/session.ts';
import { harmless } from '../../terminal/formats/cells.ts';

type Inputs = Readonly<Record<string, unknown>>;

interface ResolvedSources {
  /** By the id of their node; what it says itself is part of them. */
  readonly inputs: ReadonlyMap<string, Inputs>;
  readonly issues: readonly Issue[];
}

/** Without `importSources`: what was not changed compares equal to the draft. */
export async function withSourceInputs(
  session: Session,
  draft: WorkflowDraft,
  { importSources = [], ...input }: WorkflowInput,
): Promise<{ readonly input: WorkflowInput; readonly issues: readonly Issue[] }> {
  const { inputs, issues } = await sourceInputs(session, importSources, input.plan.nodes, async () => draft.plan.nodes);
  const nodes = input.plan.nodes.map((node) =>
    node.kind === 'BLOCK' && inputs.has(node.id) ? { ...node, inputs: { ...inputs.get(node.id) } } : node,
  );
  return { input: { ...input, plan: { ...input.plan, nodes } }, issues };
}

/**
 * Asks the service for the inputs of each source. A preview lives for 24 hours and a file longer: where it has expired, the
 * node keeps the inputs that it has among `known`, and a warning says so.
 */
export async function sourceInputs(
  session: Session,
  sources: readonly ImportSource[],
  nodes: readonly unknown[],
  known: () => Promise<readonly unknown[]>,
): Promise<ResolvedSources> {
  const issues: Issue[] = [];
  const inputs = new Map<string, Inputs>();
  for (const [index, { nodeId, source }] of sources.entries()) {
    const place = nodes.findIndex((node) => isObject(node) && getOwn(node, 'id') === nodeId);
    const node = blockInputs(nodes, nodeId);
    if (node === null) continue;
    const resolved = await resolvedSource(session, { nodeId, source }, known);
    if (resolved === null) {
      const message = `preview ${source.previewId} does not exist or has expired: create one with reach finder preview`;
      issues.push({ path: `importSources[${index}].source.previewId`, code: 'unknown_preview', message });
    } else if (resolved.blockId !== node.blockId) {
      const message = `the preview resolves to block ${resolved.blockId}, but node "${nodeId}" is ${node.blockId}`;
      issues.push({ path: `plan.nodes[${place}].blockId`, code: 'block_mismatch', message });
    } else inputs.set(nodeId, { ...node.inputs, ...resolved.inputs });
  }
  return { inputs, issues };
}

interface BlockInputs {
  readonly blockId: string;
  readonly inputs: Inputs;
}

function blockInputs(nodes: readonly unknown[], id: string): BlockInputs | null {
  const node = nodes.find((one) => isObject(one) && getOwn(one, 'id') === id);
  if (!isObject(node) || getOwn(node, 'kind') !== 'BLOCK') return null;
  const inputs = getOwn(node, 'inputs');
  return { blockId: String(getOwn(node, 'blockId')), inputs: isObject(inputs) ? inputs : {} };
}

/** Null for a preview that is gone, and that `known` has no inputs of. */
async function resolvedSource(
  session: Session,
  { nodeId, source }: ImportSource,
  known: () => Promise<readonly unknown[]>,
): Promise<BlockInputs | null> {
  const api = await session.api();
  try {
    const { blockId, inputs, warnings = [] } = await api.workflows.importInputs({ query: source });
    for (const warning of warnings) await session.print.warn(harmless(warning));
    return { blockId, inputs };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const kept = blockInputs(await known(), nodeId);
    if (kept === null || Object.keys(kept.inputs).length === 0) return null;
    const text = `preview ${source.previewId} does not exist or has expired: node "${nodeId}" keeps the inputs it has`;
    await session.print.warn(harmless(text));
    return kept;
  }
}
