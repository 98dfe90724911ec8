import * as z from 'zod';
import type { Answer } from '../answer.ts';
import { REACTION_TYPES } from '../campaigns/enums.ts';
import {
  AnyId,
  AppUrl,
  DateTime,
  Flag,
  Id,
  IdText,
  lazyInput,
  lazyObject,
  PageQuery,
  pageOf,
  TextList,
  undocumented,
  undocumentedObject,
  undocumentedValue,
} from '../common.ts';
import { endpoints, get, post } from '../endpoint.ts';
import { isIdText } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SKIP_REASONS } from './enums.ts';

const Count = z.int().min(0);

/** `engagedAccounts` and `newEngagers` leave out teammates and blocklisted contacts. */
const Metrics = z.object({
  impressions: Count,
  reactions: Count,
  reactionsByType: undocumented(z.record(z.string(), Count), 'every type of reaction is named'),
  comments: Count,
  reposts: Count,
  engagedAccounts: Count,
  newEngagers: undocumented(Count, 'accounts that engaged with no earlier post of the workspace'),
  refreshedAt: undocumented(DateTime.nullable(), 'null until the first daily refresh'),
});

export const SocialPost = undocumentedObject(
  'of a post the interface shows id, appUrl, metrics, topics and targetRoles',
  () => ({
    id: AnyId,
    appUrl: AppUrl,
    identityId: Id,
    identityName: z.string(),
    text: z.string(),
    postUrl: z.url(),
    isRepost: z.boolean(),
    postedAt: DateTime,
    metrics: Metrics,
    topics: z.array(z.string()),
    targetRoles: z.array(z.string()),
  }),
);
export type SocialPost = Answer<typeof SocialPost>;

/** A UTC day. */
const Day = z.iso.date('must be a day such as 2026-11-21');

const Identities = TextList.refine(
  (ids) => ids.every(isIdText),
  'must be ids of identities, separated by commas',
).transform((ids) => ids.map(Number));

const params = z.object({ postId: IdText });

const ReactionInput = lazyInput(() => ({
  /** That many identities of the pool, or exactly these: one of the two. */
  amount: z.int().min(1).max(LIMITS.socialReactions).optional(),
  identityIds: z.array(Id).min(1).max(LIMITS.socialReactions).optional(),
  reactionTypes: undocumentedValue(z.array(z.enum(REACTION_TYPES)).min(1).optional(), 'LIKE where nothing is said'),
  skipAuthor: z.boolean().default(true),
}));

export const social = endpoints({
  posts: get('/v1/social-selling/posts', 'SOCIAL_SELLING_READ', {
    given: 'scope',
    summary: 'Tracked posts with their metrics, newest first',
    query: PageQuery.extend({
      identityIds: Identities.optional(),
      dateFrom: Day.optional(),
      // Undocumented: both days are inclusive.
      dateTo: Day.optional(),
      includeReposts: Flag.default(false),
    }),
    data: z.lazy(() => pageOf('posts', SocialPost)),
    command: 'social posts',
  }),
  post: get('/v1/social-selling/posts/{postId}', 'SOCIAL_SELLING_READ', {
    given: 'scope',
    summary: 'One tracked post',
    params,
    data: SocialPost,
    command: 'social show',
  }),
  react: post('/v1/social-selling/posts/{postId}/reactions', 'SOCIAL_SELLING_WRITE', {
    given: 'scope',
    summary: 'Schedule reactions of identities to a post, spread over time',
    params,
    body: ReactionInput,
    data: lazyObject(() => ({
      publishingPostId: AnyId,
      appUrl: AppUrl,
      reactions: undocumented(
        z.array(
          z.object({
            identityId: Id,
            identityName: z.string(),
            reactionType: z.enum(REACTION_TYPES),
            scheduledAt: DateTime,
          }),
        ),
        'the interface shows publishingPostId and appUrl: this says who will react, and when',
      ),
      skipped: undocumented(
        z.array(z.object({ identityId: Id, reason: z.enum(SKIP_REASONS) })),
        'of the identities asked for by id, those that do not react',
      ),
    })),
    command: 'social react',
  }),
});
