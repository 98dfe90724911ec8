import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { removeTags } from './queries/tags.ts';
import { type TagChange, tagTarget } from './tag-target.ts';

/**
 * Removes tags from the contact and all its conversations or, with a sender, from its conversations with that sender.
 * Removing a tag again has no effect. Throws as `tagTarget`, and Refusal `invalid` without tags.
 */
export async function untagContact(
  context: Context,
  contactId: number,
  { tagIds = [], senderIdentityId }: Partial<TagChange>,
): Promise<ReplyOf<Table['inbox']['removeTags']>> {
  if (tagIds.length === 0) {
    const issues = [{ path: 'tagIds', code: 'required', message: 'is required' }];
    throw new Refusal('invalid', 'tagIds: is required', { issues });
  }
  const ids = [...new Set(tagIds)];
  await removeTags(context.tx, await tagTarget(context, contactId, { tagIds: ids, senderIdentityId }), ids);
  return { contactId, tagIds: ids, success: true };
}
