// Which posts a caller may see.

import type { Context } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { Refusal } from '../../core/refusals.ts';
import { type PostRow, postById } from './queries/posts.ts';

/** Throws Refusal `forbidden` if social selling is not enabled. */
export async function assertSocialSelling({ tx }: Context): Promise<void> {
  if (await isSwitchedOn(tx, 'social-selling')) return;
  throw new Refusal('forbidden', 'Social selling is not enabled for this workspace', { feature: 'social-selling' });
}

/** Those of the identities that the caller may see; null means all. */
export function visibleIdentities(
  { principal }: Context,
  requested: readonly number[] | null,
): readonly number[] | null {
  const { identityIds: own } = principal;
  if (own === undefined) return requested;
  return requested === null ? own : requested.filter((id) => own.includes(id));
}

/** Throws Refusal `forbidden`; `not_found` also for a post of an identity the caller may not see. */
export async function requirePost(context: Context, id: number): Promise<PostRow> {
  await assertSocialSelling(context);
  const post = await postById(context.tx, context.principal.workspaceId, id);
  const isVisible = post !== undefined && visibleIdentities(context, [post.identityId])?.length === 1;
  if (!isVisible) throw new Refusal('not_found', `There is no post ${id}`);
  return post;
}
