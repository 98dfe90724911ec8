import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { findPosts, getPost } from './posts.ts';
import { scheduleReactions } from './reactions.ts';

export const social: HandlersFor<Table['social']> = {
  posts: ({ query }, context) => findPosts(context, query),
  post: ({ params }, context) => getPost(context, params.postId),
  react: ({ params, body }, context) => scheduleReactions(context, params.postId, body),
};
