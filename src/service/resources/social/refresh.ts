// The daily refresh of posts' metrics. What is known of a post stays as it was until the next one.

import type { Context } from '../../core/context.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import { type Engagement, engagementsBetween, impressionsAt } from '../../stand-ins/social-network.ts';
import { identityIds } from '../identities/queries/senders.ts';
import {
  contactAt,
  type EngagementRow,
  insertEngagement,
  type PostRow,
  stalePosts,
  writeRefresh,
} from './queries/posts.ts';
import { doneReactions } from './queries/reactions.ts';

/** The kind of job that refreshes a workspace's posts, one for each workspace. */
export const REFRESH_JOB = 'social-refresh';
const KEY = 'daily';

const DAY_MS = 86_400_000;
/** Chosen: every day at this time, UTC. */
const AT_MS = 4 * 3_600_000;
/** Posts in one slice; some 20 ms. */
const SLICE = 20;

/** The last daily moment that has come by `now`. */
function momentOf(now: number): number {
  return Math.floor((now - AT_MS) / DAY_MS) * DAY_MS + AT_MS;
}

/** From now on this workspace's posts are refreshed every day. */
export async function startRefreshing({ tx, principal, now }: Context): Promise<void> {
  const dueAt = momentOf(now) + DAY_MS;
  await enqueueJob(tx, { workspaceId: principal.workspaceId, kind: REFRESH_JOB, key: KEY, dueAt });
}

/** Refreshes some posts that are due. Gives the moment to go on at: now where more are due, else tomorrow's. */
export async function refreshPosts(context: Context): Promise<number> {
  const { tx, principal, now } = context;
  const moment = momentOf(now);
  const posts = await stalePosts(tx, principal.workspaceId, moment, SLICE);
  for (const post of posts) await refreshPost(context, post);
  return posts.length < SLICE ? moment + DAY_MS : now;
}

/** Brings one post's metrics up to now. */
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

/** How many outsiders follow the workspace at all. */
const OUTSIDERS = 900;

/** Who it was: null where the workspace has nobody of the kind. */
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
  const contactId = await contactAt(tx, principal.workspaceId, roll);
  return contactId === undefined ? null : { ...row, account: `contact:${contactId}`, contactId };
}
