// The sample workspace's workflows: one to run, one started by a web form, one draft. Existing ones (by name) are kept.

import { getOwn } from '../../contract/dictionary.ts';
import { isObject } from '../../contract/json.ts';
import type { Context } from '../core/context.ts';
import { campaignNames } from '../resources/campaigns/queries/campaigns.ts';
import { listEntities } from '../resources/lists/queries/lists.ts';
import { createWorkflow } from '../resources/workflows/create.ts';
import { isWorkflowName } from '../resources/workflows/queries/workflows.ts';
import SAMPLE from './sample.json';

/** After lists and campaigns. */
export async function loadWorkflows(context: Context): Promise<void> {
  const { tx, principal } = context;
  const lists = [...(await listEntities(tx, principal.workspaceId)).values()];
  const campaigns = await campaignNames(tx, principal.workspaceId);
  const idOf = (named: readonly { id: number; name: string }[]) => (name: string) =>
    named.find((one) => one.name === name)?.id ?? 0;
  const ids = { list: idOf(lists), campaign: idOf(campaigns) };
  for (const workflow of SAMPLE.workflows) {
    if (await isWorkflowName(tx, principal.workspaceId, workflow.name)) continue;
    await createWorkflow(context, withIds(workflow, ids));
  }
}

/** The plans name lists and campaigns of the sample: `{ "list": "Newsletter" }` stands for its id. */
function withIds(workflow: object, ids: Readonly<Record<string, (name: string) => number>>): unknown {
  return JSON.parse(JSON.stringify(workflow), (_, value: unknown) => {
    if (!isObject(value)) return value;
    const [[kind = '', name] = [], ...more] = Object.entries(value);
    const idOf = more.length === 0 && typeof name === 'string' ? getOwn(ids, kind) : undefined;
    return idOf === undefined ? value : idOf(String(name));
  });
}
