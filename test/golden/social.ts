import { type Golden, success } from './golden.ts';

// Paths, queries, the reaction body, `id`, `appUrl`, `metrics`, `topics`, `targetRoles`, `publishingPostId` are the
// interface's. What a post says beside that, and the shape of a page, are chosen.

const post = {
  id: 7,
  appUrl: 'https://app.service.example/social-selling/posts/7',
  metrics: {
    impressions: 1500,
    reactions: 12,
    reactionsByType: { LIKE: 11, PRAISE: 1 },
    comments: 2,
    reposts: 1,
    engagedAccounts: 13,
    newEngagers: 4,
    refreshedAt: '2026-01-05T04:00:00.000Z',
  },
  topics: ['engines', 'looms'],
  targetRoles: ['Head of Engineering'],
};

const page = { page: 1, pageSize: 25, total: 1, hasNextPage: false };

export const social: readonly Golden[] = [
  {
    title: 'posts, newest first',
    row: 'social.posts',
    given: {},
    request: { method: 'GET', path: '/v1/social-selling/posts' },
    response: success({ posts: [post], ...page }),
  },
  {
    title: 'posts of identities, between two days, reposts too',
    row: 'social.posts',
    given: {
      query: {
        identityIds: '2,3',
        dateFrom: '2026-01-01',
        dateTo: '2026-12-31',
        includeReposts: true,
        page: 1,
        pageSize: 25,
      },
    },
    request: {
      method: 'GET',
      path: '/v1/social-selling/posts',
      query: {
        identityIds: '2,3',
        dateFrom: '2026-01-01',
        dateTo: '2026-12-31',
        includeReposts: 'true',
        page: '1',
        pageSize: '25',
      },
    },
    response: success({ posts: [post], ...page }),
  },
  {
    title: 'one post',
    row: 'social.post',
    given: { params: { postId: 7 } },
    request: { method: 'GET', path: '/v1/social-selling/posts/7' },
    response: success(post),
  },
  {
    title: 'reactions of an amount of identities',
    row: 'social.react',
    given: { params: { postId: 7 }, body: { amount: 2, reactionTypes: ['LIKE', 'PRAISE'] } },
    request: {
      method: 'POST',
      path: '/v1/social-selling/posts/7/reactions',
      body: { amount: 2, reactionTypes: ['LIKE', 'PRAISE'] },
    },
    response: success({ publishingPostId: 1, appUrl: 'https://app.service.example/social-selling/publishing/1' }),
  },
  {
    title: 'reactions of exactly these identities, the author too',
    row: 'social.react',
    given: { params: { postId: 8 }, body: { identityIds: [2, 3], skipAuthor: false } },
    request: {
      method: 'POST',
      path: '/v1/social-selling/posts/8/reactions',
      body: { identityIds: [2, 3], skipAuthor: false },
    },
    response: success({ publishingPostId: 2, appUrl: 'https://app.service.example/social-selling/publishing/2' }),
  },
];
