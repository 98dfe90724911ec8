// Stand-in for the professional network: impressions and engagement of a post over time. A pure function of the post.

import type { EngagementKind, Reaction } from '../../contract/social/enums.ts';
import { chanceOf, weighed } from './draw.ts';

/** A reaction or comment; its author is chosen by `roll`. */
export interface Engagement {
  readonly kind: EngagementKind;
  /** For reactions. */
  readonly reactionType: Reaction | null;
  readonly who: 'CONTACT' | 'TEAMMATE' | 'OUTSIDER';
  /** From 0 up to, not including, 1. */
  readonly roll: number;
  /** Epoch ms. */
  readonly at: number;
}

export interface Post {
  readonly id: number;
  readonly identityId: number;
  readonly postedAt: number;
  readonly isRepost: boolean;
}

const DAY_MS = 86_400_000;
/** Half of all engagement comes within a day or two, hardly any after two weeks. */
const ANSWER_DAYS = 1.6;
const SEEN_DAYS = 2.2;
const ANSWERS_MAX = 48;

const KINDS = [
  ['REACTION', 78],
  ['COMMENT', 15],
  ['REPOST', 7],
] as const;
const REACTIONS = [
  ['LIKE', 64],
  ['PRAISE', 12],
  ['INTEREST', 8],
  ['APPRECIATION', 7],
  ['EMPATHY', 6],
  ['ENTERTAINMENT', 3],
] as const;
const PEOPLE = [
  ['OUTSIDER', 52],
  ['CONTACT', 40],
  ['TEAMMATE', 8],
] as const;

/** Total impressions; a third as many for reposts. */
function audienceOf({ id, identityId, isRepost }: Post): number {
  const following = 600 + 2600 * chanceOf('following', identityId);
  const luck = 0.4 + 1.8 * chanceOf('luck', id) ** 2;
  return Math.round(following * luck * (isRepost ? 1 / 3 : 1));
}

/** Impressions by then; never decreases. */
export function impressionsAt(post: Post, now: number): number {
  const days = Math.max(0, now - post.postedAt) / DAY_MS;
  return Math.round(audienceOf(post) * (1 - Math.exp(-days / SEEN_DAYS)));
}

/** Engagement after `since` (null: from the beginning) and up to `until`. */
export function engagementsBetween(post: Post, since: number | null, until: number): Engagement[] {
  const count = Math.min(ANSWERS_MAX, Math.round(audienceOf(post) * (0.008 + 0.014 * chanceOf('answers', post.id))));
  const found: Engagement[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const roll = (what: string) => chanceOf(what, post.id, nth);
    const at = Math.ceil(post.postedAt - Math.log(1 - roll('when')) * ANSWER_DAYS * DAY_MS);
    if (at > until || (since !== null && at <= since)) continue;
    const kind = weighed(roll('kind'), KINDS);
    const reactionType = kind === 'REACTION' ? weighed(roll('reaction'), REACTIONS) : null;
    found.push({ kind, reactionType, who: weighed(roll('who'), PEOPLE), roll: roll('which'), at });
  }
  return found.sort((a, b) => a.at - b.at);
}

const MINUTE_MS = 60_000;
const FIRST_AFTER = { leastMs: 5 * MINUTE_MS, mostMs: 30 * MINUTE_MS };
const NEXT_AFTER = { leastMs: 10 * MINUTE_MS, mostMs: 60 * MINUTE_MS };

/** Times of `count` reactions: the first within half an hour, each further one 10 to 60 minutes after the last. */
export function spreadMoments(scheduleId: number, count: number, now: number): number[] {
  let at = now;
  return Array.from({ length: count }, (_, nth) => {
    const { leastMs, mostMs } = nth === 0 ? FIRST_AFTER : NEXT_AFTER;
    at += Math.round(leastMs + (mostMs - leastMs) * chanceOf('spread', scheduleId, nth));
    return at;
  });
}
