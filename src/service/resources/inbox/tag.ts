import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { addTags } from './queries/tags.ts';
import { type TagChange, tagTarget } from './tag-target.ts';

/** Tags the contact or, with a sender, its conversations with that sender. Existing tags stay. Throws as `tagTarget`. */
export async function tagContact(
  context: Context,
  contactId: number,
  change: TagChange,
): Promise<ReplyOf<Table['inbox']['addTags']>> {
  const tagIds = [...new Set(change.tagIds)];
  await addTags(context.tx, await tagTarget(context, contactId, { ...change, tagIds }), tagIds, context.now);
  return { contactId, tagIds, success: true };
}
