// Background work of social selling: planned reactions that are due, and the daily refresh of metrics.

import type { Performer } from '../../jobs/performer.ts';
import { markReacted } from './queries/reactions.ts';
import { refreshPosts, startRefreshing } from './refresh.ts';

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
