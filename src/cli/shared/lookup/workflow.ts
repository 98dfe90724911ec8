// Workflows by id or name on the command line.

import type { Workflow } from '../../../contract/workflows/records.ts';
import type { Session } from '../../app/session.ts';
import { having } from '../answer/known.ts';
import { idOf } from './ids.ts';
import { idByName } from './match.ts';

const KIND = { noun: 'workflow', plural: 'workflows', hint: 'reach workflow list shows them' };

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where it is not unique. */
export async function workflowIdOf(session: Session, text: string): Promise<number> {
  return await idByName(text, KIND, async (name) => {
    const { workflows } = await (await session.api()).workflows.list({ query: { name, pageSize: 100 } });
    return having(workflows, 'id', 'name').map((workflow) => ({ ...workflow, detail: workflow.status }));
  });
}

/** The workflow with its draft, or with a published version. Throws ApiError for an id that no workflow has. */
export async function findWorkflow(
  session: Session,
  text: string,
  version?: number,
): Promise<Workflow & { readonly id: number }> {
  const workflowId = await workflowIdOf(session, text);
  const query = version === undefined ? {} : { version };
  return { ...(await (await session.api()).workflows.get({ params: { workflowId }, query })), id: workflowId };
}

/** Runs have no names. */
export function runIdOf(text: string): number {
  return idOf(text, 'run');
}
