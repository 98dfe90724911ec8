import type { SplitKind } from '../../../../contract/ai/enums.ts';
import type { Context } from '../../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../../core/paging.ts';
import { type ContentFilter, contentPage } from '../queries/contents.ts';
import { assertSplitModel } from '../split-model.ts';
import { aiWorkspace } from '../workspace.ts';
import type { Content } from './get.ts';

/** A page, oldest first. Throws Refusal `forbidden`. */
export async function listContents(
  context: Context,
  kind: SplitKind,
  { page, pageSize, ...filter }: ContentFilter & PageRequest,
): Promise<{ readonly contents: readonly Content[]; readonly paging: ReturnType<typeof pagingOf> }> {
  await assertSplitModel(context);
  const { tx, principal } = context;
  const { rows, total } = await contentPage(tx, kind, principal.workspaceId, filter, windowOf({ page, pageSize }));
  const workspace = await aiWorkspace(context);
  return { contents: rows.map((row) => ({ row, workspace })), paging: pagingOf({ page, pageSize }, total) };
}
