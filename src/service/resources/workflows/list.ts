import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { WorkflowStatus } from '../../../contract/workflows/enums.ts';
import type { Context } from '../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../core/paging.ts';
import { workflowPage } from './queries/workflows.ts';
import { workflowHeadView } from './view.ts';

/** Workflows the caller may see, oldest first. `name` matches exactly, `search` any part of the name. */
export async function listWorkflows(
  context: Context,
  query: PageRequest & {
    readonly search?: string | undefined;
    readonly status?: WorkflowStatus | undefined;
    readonly name?: string | undefined;
  },
): Promise<ReplyOf<Table['workflows']['list']>> {
  const search = query.search?.trim() ?? '';
  const filter = { status: query.status ?? null, name: query.name ?? null, search: search === '' ? null : search };
  const { rows, total } = await workflowPage(context.tx, context.principal, filter, windowOf(query));
  const workflows = rows.map(({ nodeCount, triggerType, maxCreditsPerRun, ...head }) => ({
    ...workflowHeadView(context, head),
    triggerType,
    maxCreditsPerRun,
    nodeCount,
  }));
  return { workflows, ...pagingOf(query, total) };
}
