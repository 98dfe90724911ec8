// The import sources of a file that edits a draft: resolved into the inputs of their nodes, as the service does on create.

import { ApiError } from '../../../client/errors.ts';
import type { Issue } from '../../../contract/envelope.ts';
import type { ImportSource, WorkflowInput, WorkflowNode } from '../../../contract/workflows/plan.ts';
import type { WorkflowDraft } from '../../../rules/workflows/changes.ts';
import type { Session } from '../../session/session.ts';
import { harmless } from '../../terminal/formats/cells.ts';

interface ResolvedInput {
  /** Without `importSources`: what was not changed compares equal to the draft. */
  readonly input: WorkflowInput;
  readonly issues: readonly Issue[];
}

/**
 * Asks the service for the inputs of each source. A preview lives for 24 hours and a file longer: where it has expired, the
 * node keeps the inputs that the draft has, and a warning says so.
 */
export async function withSourceInputs(
  session: Session,
  draft: WorkflowDraft,
  { importSources = [], ...input }: WorkflowInput,
): Promise<ResolvedInput> {
  const issues: Issue[] = [];
  const nodes = [...input.plan.nodes];
  for (const [index, source] of importSources.entries()) {
    const place = nodes.findIndex(({ id }) => id === source.nodeId);
    const node = nodes[place];
    if (node?.kind !== 'BLOCK') continue;
    const resolved = await resolvedSource(session, source, draft.plan.nodes);
    if (resolved === null) {
      const message = `preview ${source.source.previewId} does not exist or has expired: create one with reach finder preview`;
      issues.push({ path: `importSources[${index}].source.previewId`, code: 'unknown_preview', message });
    } else if (resolved.blockId !== node.blockId) {
      const message = `the preview resolves to block ${resolved.blockId}, but node "${node.id}" is ${node.blockId}`;
      issues.push({ path: `plan.nodes[${place}].blockId`, code: 'block_mismatch', message });
    } else nodes[place] = { ...node, inputs: { ...node.inputs, ...resolved.inputs } };
  }
  return { input: { ...input, plan: { ...input.plan, nodes } }, issues };
}

/** Null for a preview that is gone, and that no node of the draft has inputs of. */
async function resolvedSource(
  session: Session,
  { nodeId, source }: ImportSource,
  nodes: readonly WorkflowNode[],
): Promise<{ readonly blockId: string; readonly inputs: Readonly<Record<string, unknown>> } | null> {
  const api = await session.api();
  try {
    const { blockId, inputs, warnings = [] } = await api.workflows.importInputs({ query: source });
    for (const warning of warnings) await session.print.warn(harmless(warning));
    return { blockId, inputs };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const known = nodes.find(({ id }) => id === nodeId);
    if (known?.kind !== 'BLOCK' || Object.keys(known.inputs ?? {}).length === 0) return null;
    const text = `preview ${source.previewId} does not exist or has expired: node "${nodeId}" keeps the inputs it has`;
    await session.print.warn(harmless(text));
    return { blockId: known.blockId, inputs: known.inputs ?? {} };
  }
}
