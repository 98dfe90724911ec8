import type { Context } from '../../core/context.ts';
import { workflowOf } from './access.ts';
import { type WorkflowRecord, workflowView } from './view.ts';

/** The draft, or the published version asked for. Throws Refusal `not_found`, also for a version that does not exist. */
export async function getWorkflow(context: Context, id: number, version: number | undefined): Promise<WorkflowRecord> {
  return workflowView(context, await workflowOf(context, id), version);
}
