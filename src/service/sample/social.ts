// The sample workspace's posts with their engagement so far: invented, by the sample identities and some colleagues.

import type { Context } from '../core/context.ts';
import { ensureIdentity } from '../resources/identities/queries/senders.ts';
import { hasPosts, insertPost, stalePosts } from '../resources/social/queries/posts.ts';
import { refreshPost, startRefreshing } from '../resources/social/refresh.ts';
import SAMPLE from './sample.json';

const HOUR_MS = 3_600_000;

/** After identities and contacts. Does nothing in a workspace that has posts. */
export async function loadSocial(context: Context): Promise<void> {
  const { tx, principal, now } = context;
  if (await hasPosts(tx, principal.workspaceId)) return;
  const authors: number[] = [];
  for (const author of SAMPLE.authors) authors.push(await ensureIdentity(tx, principal.workspaceId, author, now));
  for (const { author, hoursAgo, ...post } of SAMPLE.posts) {
    const identityId = authors[author];
    if (identityId === undefined) continue;
    await insertPost(tx, principal.workspaceId, { ...post, identityId, postedAt: now - hoursAgo * HOUR_MS });
  }
  for (const post of await stalePosts(tx, principal.workspaceId, now, SAMPLE.posts.length))
    await refreshPost(context, post);
  await startRefreshing(context);
}
