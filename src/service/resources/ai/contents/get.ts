import type { SplitKind } from '../../../../contract/ai/enums.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { KIND_NOUN } from '../kind-noun.ts';
import { type ContentRow, contentById } from '../queries/contents.ts';
import { assertSplitModel } from '../split-model.ts';
import { type AiWorkspace, aiWorkspace } from '../workspace.ts';

/** Throws Refusal `forbidden`, or `not_found`, also for one that was deleted or is in another workspace. */
export async function contentOf(context: Context, kind: SplitKind, id: number): Promise<ContentRow> {
  await assertSplitModel(context);
  const row = await contentById(context.tx, kind, context.principal.workspaceId, id);
  if (!row) throw new Refusal('not_found', `There is no ${KIND_NOUN[kind]} ${id}`);
  return row;
}

/** A row, and the names its references resolve to. */
export interface Content {
  readonly row: ContentRow;
  readonly workspace: AiWorkspace;
}

export async function getContent(context: Context, kind: SplitKind, id: number): Promise<Content> {
  return { row: await contentOf(context, kind, id), workspace: await aiWorkspace(context) };
}
