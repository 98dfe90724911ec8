import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { listPosts, showPost } from './posts.ts';

export const social: HandlersFor<Table['social']> = {
  posts: ({ query }, context) => listPosts(context, query),
  post: ({ params }, context) => showPost(context, params.postId),
  react: async ({ params, body }, context) =>
    (await import('./react.ts')).scheduleReactions(context, params.postId, body),
};
