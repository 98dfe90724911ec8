import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { insertTag, tagById, tagsOf } from './queries/tags.ts';
import { type TagView, tagView } from './tag-view.ts';

/** Default color of a tag (undocumented). */
const COLOR = '#64748b';

/** Creates the tag, or returns the existing one of this name unchanged. Throws Refusal `conflict` beyond the limit. */
export async function createTag(
  { tx, principal, now }: Context,
  { name, color = COLOR }: { name: string; color?: string | undefined },
): Promise<TagView> {
  const { workspaceId } = principal;
  const [known] = await tagsOf(tx, workspaceId, name);
  if (known) return tagView(known);
  if ((await tagsOf(tx, workspaceId)).length >= INBOX_LIMITS.tagsInWorkspace) {
    throw new Refusal('conflict', `A workspace can have at most ${INBOX_LIMITS.tagsInWorkspace} tags`);
  }
  const id = await insertTag(tx, { workspaceId, name, color: color.toLowerCase(), now });
  const made = await tagById(tx, workspaceId, id);
  if (!made) throw new Error(`tag ${id} was not written`);
  return tagView(made);
}
