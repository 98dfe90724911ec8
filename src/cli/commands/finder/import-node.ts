// A preview as part of a workflow file: the import node and the source that fills its inputs.

import type { Api } from '../../../contract/table.ts';
import type { WorkflowInput } from '../../../contract/workflows/plan.ts';

interface ImportBlock {
  readonly id: string;
  readonly kind: 'BLOCK';
  readonly blockId: string;
  readonly inputs: Record<string, unknown>;
  readonly next: string[];
}

export interface ImportNode {
  readonly nodes: readonly ImportBlock[];
  readonly importSources: NonNullable<WorkflowInput['importSources']>;
}

const NODE_ID = 'import';

/** Asks the service for the block of a preview. `warnings` come from the service, such as a maximum it cannot enforce. */
export async function importNode(
  api: Api,
  previewId: string,
  maxCount: number | undefined,
): Promise<{ readonly node: ImportNode; readonly warnings: readonly string[] }> {
  const query = { previewId, ...(maxCount !== undefined && { maxCount }) };
  const { blockId, warnings, source } = await api.workflows.importInputs({ query });
  return {
    node: {
      nodes: [{ id: NODE_ID, kind: 'BLOCK', blockId, inputs: {}, next: [''] }],
      importSources: [{ nodeId: NODE_ID, source }],
    },
    warnings: warnings ?? [],
  };
}
