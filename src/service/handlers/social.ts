import type { Table } from '../../contract/table.ts';
import { findPosts, getPost } from '../domain/social.ts';
import { scheduleReactions } from '../domain/social-reactions.ts';
import type { HandlersFor } from './handlers.ts';

export const social: HandlersFor<Table['social']> = {
  posts: ({ query }, context) => findPosts(context, query),
  post: ({ params }, context) => getPost(context, params.postId),
  react: ({ params, body }, context) => scheduleReactions(context, params.postId, body),
};
