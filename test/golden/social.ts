import { type Golden, golden, success } from './golden.ts';

// Paths, queries, the reaction body, `id`, `appUrl`, `metrics`, `topics`, `targetRoles`, `publishingPostId` are the
// interface's. What a post says beside that, and the shape of a page, are undocumented.

const post = {
  id: 7,
  appUrl: 'https://app.service.example/social-selling/posts/7',
  metrics: {
    ...{ impressions: 1500, reactions: 12, reactionsByType: { LIKE: 11, PRAISE: 1 }, comments: 2 },
    ...{ reposts: 1, engagedAccounts: 13, newEngagers: 4, refreshedAt: '2026-01-05T04:00:00.000Z' },
  },
  topics: ['engines', 'looms'],
  targetRoles: ['Head of Engineering'],
};

const page = { page: 1, pageSize: 25, total: 1, hasNextPage: false };

export const social: readonly Golden[] = [
  golden(
    'posts, newest first',
    'social.posts',
    {},
    'GET /v1/social-selling/posts',
    success({ posts: [post], ...page }),
  ),
  golden(
    'posts of identities, between two days, reposts too',
    'social.posts',
    {
      query: {
        identityIds: '2,3',
        dateFrom: '2026-01-01',
        dateTo: '2026-12-31',
        includeReposts: true,
        page: 1,
        pageSize: 25,
      },
    },
    'GET /v1/social-selling/posts',
    success({ posts: [post], ...page }),
    {
      query: {
        identityIds: '2,3',
        dateFrom: '2026-01-01',
        dateTo: '2026-12-31',
        includeReposts: 'true',
        page: '1',
        pageSize: '25',
      },
    },
  ),
  golden('one post', 'social.post', { params: { postId: 7 } }, 'GET /v1/social-selling/posts/7', success(post)),
  golden(
    'reactions of an amount of identities',
    'social.react',
    { params: { postId: 7 }, body: { amount: 2, reactionTypes: ['LIKE', 'PRAISE'] } },
    'POST /v1/social-selling/posts/7/reactions',
    success({ publishingPostId: 1, appUrl: 'https://app.service.example/social-selling/publishing/1' }),
  ),
  golden(
    'reactions of exactly these identities, the author too',
    'social.react',
    { params: { postId: 8 }, body: { identityIds: [2, 3], skipAuthor: false } },
    'POST /v1/social-selling/posts/8/reactions',
    success({ publishingPostId: 2, appUrl: 'https://app.service.example/social-selling/publishing/2' }),
  ),
];
