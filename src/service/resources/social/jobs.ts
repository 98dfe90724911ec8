// Background work of social selling: planned reactions that are due, and the daily refresh of metrics.

import type { Context } from '../../core/context.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import type { Performer } from '../../jobs/work.ts';
import { type Engagement, engagementsBetween, impressionsAt } from '../../stand-ins/social-network.ts';
import { identityIds } from '../identities/queries/identities.ts';
import {
  doneReactions,
  type EngagementRow,
  insertEngagement,
  markReacted,
  type PostRow,
  pickContact,
  stalePosts,
  writeRefresh,
} from './queries/posts.ts';

export const socialReact: Performer = {
  perform: async ({ payload: { postId, identityId } }, { tx, now }) => {
    if (typeof postId === 'number' && typeof identityId === 'number') await markReacted(tx, postId, identityId, now);
  },
};

export const socialRefresh: Performer = {
  perform: async (_, context) => ({ resumeAt: await refreshPosts(context) }),
  // A failed day must not end the daily refresh.
  failed: (_job, _error, context) => startRefreshing(context),
};

// The daily refresh of post metrics. Between refreshes they do not change.

/** One job per workspace refreshes its posts. */
const REFRESH_JOB = 'social-refresh';
const KEY = 'daily';

const DAY_MS = 86_400_000;
/** Time of day of the refresh, UTC (our choice). */
const AT_MS = 4 * 3_600_000;
/** Posts per slice, about 20 ms. */
const SLICE = 20;

function lastRefreshTime(now: number): number {
  return Math.floor((now - AT_MS) / DAY_MS) * DAY_MS + AT_MS;
}

export async function startRefreshing(context: Context): Promise<void> {
  await enqueueJob(context, { kind: REFRESH_JOB, key: KEY, dueAt: lastRefreshTime(context.now) + DAY_MS });
}

/** Refreshes one slice of due posts. Returns when to continue: now if more are due, else tomorrow. */
async function refreshPosts(context: Context): Promise<number> {
  const { tx, principal, now } = context;
  const moment = lastRefreshTime(now);
  const posts = await stalePosts(tx, principal.workspaceId, moment, SLICE);
  for (const post of posts) await refreshPost(context, post);
  return posts.length < SLICE ? moment + DAY_MS : now;
}

export async function refreshPost(context: Context, post: PostRow): Promise<void> {
  const { tx, principal, now } = context;
  const team = [...(await identityIds(tx, principal.workspaceId))].filter((id) => id !== post.identityId);
  for (const engagement of engagementsBetween(post, post.refreshedAt, now)) {
    const row = await engagementRow(context, engagement, team);
    if (row !== null) await insertEngagement(tx, principal.workspaceId, post.id, row);
  }
  for (const { identityId, reactionType, doneAt: at } of await doneReactions(tx, post.id)) {
    const row = { account: `identity:${identityId}`, kind: 'REACTION', contactId: null } as const;
    await insertEngagement(tx, principal.workspaceId, post.id, { ...row, identityId, reactionType, at });
  }
  await writeRefresh(tx, post.id, impressionsAt(post, now), now);
}

/** The number of outsiders that follow the workspace. */
const OUTSIDERS = 900;

/** Null if the workspace has no such contact or teammate. */
async function engagementRow(
  { tx, principal }: Context,
  { kind, reactionType, who: whose, roll, at }: Engagement,
  team: readonly number[],
): Promise<EngagementRow | null> {
  const row = { kind, reactionType, at, contactId: null, identityId: null };
  if (whose === 'OUTSIDER') return { ...row, account: `outside:${Math.floor(roll * OUTSIDERS)}` };
  if (whose === 'TEAMMATE') {
    const identityId = team[Math.floor(roll * team.length)];
    return identityId === undefined ? null : { ...row, account: `identity:${identityId}`, identityId };
  }
  const contactId = await pickContact(tx, principal.workspaceId, roll);
  return contactId === null ? null : { ...row, account: `contact:${contactId}`, contactId };
}
