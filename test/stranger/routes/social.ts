// Posts and scheduled reactions.

import { PAGED, page, type Route, refuse, route, withRecord } from '../route.ts';

export const SOCIAL_ROUTES: readonly Route[] = [
  route(
    'GET /v1/social-selling/posts',
    { query: ['identityIds', 'dateFrom', 'dateTo', 'includeReposts', ...PAGED] },
    (call) => page('posts', call.store.posts),
  ),
  route('GET /v1/social-selling/posts/{postId}', withRecord('posts', 'Post')),
  route(
    'POST /v1/social-selling/posts/{postId}/reactions',
    { body: { amount: 'integer', identityIds: 'array', reactionTypes: 'array', skipAuthor: 'boolean' } },
    (call) => {
      const { amount, identityIds } = call.body;
      if ((amount === undefined) === (identityIds === undefined)) return refuse(400, 'either amount or identityIds');
      return { publishingPostId: call.store.nextId('publishing'), appUrl: 'https://app.stranger.example/publishing/1' };
    },
  ),
];
