import type { Context } from '../../core/context.ts';
import { requirePost } from './access.ts';
import { type PostView, postViews } from './view.ts';

/** Throws Refusal as `requirePost` does. */
export async function showPost(context: Context, id: number): Promise<PostView> {
  const [post] = await postViews(context, [await requirePost(context, id)]);
  if (post === undefined) throw new Error(`post ${id} was not returned`);
  return post;
}
