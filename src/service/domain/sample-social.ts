// The sample workspace's posts, with the engagement they have had so far.

import { SAMPLE_AUTHORS, SAMPLE_POSTS } from '../providers/sample-social.ts';
import { ensureIdentity } from '../store/senders.ts';
import { hasPosts, insertPost, stalePosts } from '../store/social.ts';
import type { Context } from './context.ts';
import { refreshPost, startRefreshing } from './social-refresh.ts';

const HOUR_MS = 3_600_000;

/** After identities and contacts. A workspace that has posts keeps them as they are. */
export async function loadSocial(context: Context): Promise<void> {
  const { tx, who, now } = context;
  if (await hasPosts(tx, who.workspaceId)) return;
  const authors: number[] = [];
  for (const author of SAMPLE_AUTHORS) authors.push(await ensureIdentity(tx, who.workspaceId, author, now));
  for (const { author, hoursAgo, ...post } of SAMPLE_POSTS) {
    const identityId = authors[author];
    if (identityId === undefined) continue;
    await insertPost(tx, who.workspaceId, { ...post, identityId, postedAt: now - hoursAgo * HOUR_MS });
  }
  for (const post of await stalePosts(tx, who.workspaceId, now, SAMPLE_POSTS.length)) await refreshPost(context, post);
  await startRefreshing(context);
}
