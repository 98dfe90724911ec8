// The request that creates a workflow.

import type { WorkflowInput } from '../../../contract/workflows/plan.ts';
import { unknownSettings } from '../../../rules/workflows/file.ts';
import type { Session } from '../../session/session.ts';

/** Settings that this build does not know come from a service: one that refuses them is sent the workflow without. */
export async function createdFrom(session: Session, body: WorkflowInput) {
  const { ask } = await session.client();
  const filtersItself = unknownSettings({ ...body }).map(([name]) => name);
  return (await ask('workflows', 'create', { body }, { filtersItself })).data;
}
