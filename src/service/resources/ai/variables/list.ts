import type { VariableEntity } from '../../../../contract/ai/enums.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { Context } from '../../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../../core/paging.ts';
import { variablePage } from '../queries/variables.ts';
import { aiWorkspace } from '../workspace.ts';
import { variableView } from './view.ts';

/** Variables, oldest first; archived ones only with `includeArchived`. `name` matches exactly. */
export async function listVariables(
  context: Context,
  query: PageRequest & {
    readonly includeArchived: boolean;
    readonly entity?: VariableEntity | undefined;
    readonly name?: string | undefined;
    readonly folderId?: number | undefined;
  },
): Promise<ReplyOf<Table['aiVariables']['list']>> {
  const { includeArchived: withArchived, entity, name, folderId } = query;
  const filter = { withArchived, entity, name, folderId };
  const { rows, total } = await variablePage(context.tx, context.principal.workspaceId, filter, windowOf(query));
  const workspace = await aiWorkspace(context);
  return { aiVariables: rows.map((row) => variableView(context, workspace, row)), ...pagingOf(query, total) };
}
