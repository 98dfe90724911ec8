// Posts and scheduled reactions.

import { notFound, page, type Route, refuse } from '../route.ts';

const REACTIONS = new Set(['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT']);

export const SOCIAL_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/social-selling/posts',
    shown: true,
    query: ['identityIds', 'dateFrom', 'dateTo', 'includeReposts', 'page', 'pageSize'],
    run: (call) => page('posts', call.store.posts),
  },
  {
    method: 'GET',
    path: '/v1/social-selling/posts/{postId}',
    shown: true,
    run: (call) => call.store.posts.find(({ id }) => String(id) === call.params['postId']) ?? notFound('Post'),
  },
  {
    method: 'POST',
    path: '/v1/social-selling/posts/{postId}/reactions',
    shown: true,
    body: { amount: 'integer', identityIds: 'array', reactionTypes: 'array', skipAuthor: 'boolean' },
    run: (call) => {
      const { amount, identityIds } = call.body;
      if ((amount === undefined) === (identityIds === undefined)) return refuse(400, 'either amount or identityIds');
      const types = call.body['reactionTypes'];
      const unknown = Array.isArray(types) ? types.filter((type) => !REACTIONS.has(String(type))) : [];
      if (unknown.length > 0) return refuse(400, `Unknown reaction: ${unknown.join(', ')}`);
      return { publishingPostId: call.store.nextId('publishing'), appUrl: 'https://app.stranger.example/publishing/1' };
    },
  },
];
