// The words of social selling. Free of zod: the CLI reads them. The reactions themselves are in campaign-words.ts.

import type { REACTION_TYPES } from '../campaigns/enums.ts';

/** The counts of a post's metrics, in the order the interface names them. */
export const POST_METRICS = [
  'impressions',
  'reactions',
  'comments',
  'reposts',
  'engagedAccounts',
  'newEngagers',
] as const;
export type PostMetric = (typeof POST_METRICS)[number];

/** Why an identity that was asked for does not react (undocumented). */
export const SKIP_REASONS = ['AUTHOR', 'ALREADY_REACTS'] as const;

export type Reaction = (typeof REACTION_TYPES)[number];

/** What a person does with a post. */
const ENGAGEMENT_KINDS = ['REACTION', 'COMMENT', 'REPOST'] as const;
export type EngagementKind = (typeof ENGAGEMENT_KINDS)[number];
