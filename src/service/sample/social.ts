// The sample workspace's posts, with the engagement they have had so far.

import type { Context } from '../core/context.ts';
import { ensureIdentity } from '../resources/identities/queries/senders.ts';
import { hasPosts, insertPost, stalePosts } from '../resources/social/queries/posts.ts';
import { refreshPost, startRefreshing } from '../resources/social/refresh.ts';
import { SAMPLE_AUTHORS, SAMPLE_POSTS } from './data/social.ts';

const HOUR_MS = 3_600_000;

/** After identities and contacts. A workspace that has posts keeps them as they are. */
export async function loadSocial(context: Context): Promise<void> {
  const { tx, principal, now } = context;
  if (await hasPosts(tx, principal.workspaceId)) return;
  const authors: number[] = [];
  for (const author of SAMPLE_AUTHORS) authors.push(await ensureIdentity(tx, principal.workspaceId, author, now));
  for (const { author, hoursAgo, ...post } of SAMPLE_POSTS) {
    const identityId = authors[author];
    if (identityId === undefined) continue;
    await insertPost(tx, principal.workspaceId, { ...post, identityId, postedAt: now - hoursAgo * HOUR_MS });
  }
  for (const post of await stalePosts(tx, principal.workspaceId, now, SAMPLE_POSTS.length))
    await refreshPost(context, post);
  await startRefreshing(context);
}
