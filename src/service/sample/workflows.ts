// The sample workspace's workflows, brought in by the use case everybody has. What is there by name stays as it is.

import type { Context } from '../core/context.ts';
import { campaignNames } from '../resources/campaigns/queries/campaigns.ts';
import { listEntities } from '../resources/lists/queries/lists.ts';
import { createWorkflow } from '../resources/workflows/create.ts';
import { isWorkflowName } from '../resources/workflows/queries/workflows.ts';
import { SAMPLE_WORKFLOWS } from './data/workflows.ts';

/** After lists and campaigns. */
export async function loadWorkflows(context: Context): Promise<void> {
  const { tx, principal } = context;
  const lists = [...(await listEntities(tx, principal.workspaceId)).values()];
  const campaigns = await campaignNames(tx, principal.workspaceId);
  const idOf = (named: readonly { id: number; name: string }[]) => (name: string) =>
    named.find((one) => one.name === name)?.id ?? 0;
  const names = { list: idOf(lists), campaign: idOf(campaigns) };
  for (const { name, body } of SAMPLE_WORKFLOWS) {
    if (await isWorkflowName(tx, principal.workspaceId, name)) continue;
    await createWorkflow(context, { name, ...body(names) });
  }
}
