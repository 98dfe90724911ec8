// The sample workspace's workflows, brought in by the use case everybody has. What is there by name stays as it is.

import { SAMPLE_WORKFLOWS } from '../providers/sample-workflows.ts';
import { campaignNames } from '../store/campaigns.ts';
import { listEntities } from '../store/lists.ts';
import { isWorkflowName } from '../store/workflows.ts';
import type { Context } from './context.ts';
import { createWorkflow } from './workflows.ts';

/** After lists and campaigns. */
export async function loadWorkflows(context: Context): Promise<void> {
  const { tx, who } = context;
  const lists = [...(await listEntities(tx, who.workspaceId)).values()];
  const campaigns = await campaignNames(tx, who.workspaceId);
  const idOf = (named: readonly { id: number; name: string }[]) => (name: string) =>
    named.find((one) => one.name === name)?.id ?? 0;
  const names = { list: idOf(lists), campaign: idOf(campaigns) };
  for (const { name, body } of SAMPLE_WORKFLOWS) {
    if (await isWorkflowName(tx, who.workspaceId, name)) continue;
    await createWorkflow(context, { name, ...body(names) });
  }
}
