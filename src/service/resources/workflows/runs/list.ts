import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { TriggerType, WorkflowRunStatus } from '../../../../contract/workflows/enums.ts';
import type { Context } from '../../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../../core/paging.ts';
import { workflowOf } from '../access.ts';
import { runPage } from '../queries/runs.ts';
import { runSummaryView } from './view.ts';

/** Runs of a workflow, newest first. Throws Refusal `not_found`. */
export async function listRuns(
  context: Context,
  workflowId: number,
  query: PageRequest & {
    readonly status?: WorkflowRunStatus | undefined;
    readonly triggerType?: TriggerType | undefined;
  },
): Promise<ReplyOf<Table['workflows']['runs']>> {
  await workflowOf(context, workflowId);
  const filter = { status: query.status ?? null, triggerType: query.triggerType ?? null };
  const { rows, total } = await runPage(context.tx, workflowId, filter, windowOf(query));
  return { runs: rows.map(runSummaryView), ...pagingOf(query, total) };
}
