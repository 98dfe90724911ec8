import type { SplitKind } from '../../../../contract/ai/enums.ts';
import type { Context } from '../../../core/context.ts';
import { assertUnused } from '../assert-unused.ts';
import { softDeleteContent } from '../queries/contents.ts';
import { deleteReferences } from '../queries/references.ts';
import { contentOf } from './get.ts';

/** Throws Refusal `forbidden`, `not_found`, or `conflict` naming who refers to it. Only marked as deleted. */
export async function deleteContent(
  context: Context,
  kind: SplitKind,
  id: number,
): Promise<{ id: number; deleted: true }> {
  const { name, campaignId } = await contentOf(context, kind, id);
  await assertUnused(context, { kind, id, name, isCopy: campaignId !== null });
  await deleteReferences(context.tx, { kind, id });
  await softDeleteContent(context.tx, kind, id, context.now);
  return { id, deleted: true };
}
