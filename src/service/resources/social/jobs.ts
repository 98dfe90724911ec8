// Social selling as work: a planned reaction whose moment has come, and the daily refresh of metrics.

import type { Performer } from '../../jobs/performer.ts';
import { react } from './reactions.ts';
import { refreshPosts, startRefreshing } from './refresh.ts';

export const socialReact: Performer = {
  perform: async ({ payload: { postId, identityId } }, context) => {
    if (typeof postId === 'number' && typeof identityId === 'number') await react(context, { postId, identityId });
  },
};

export const socialRefresh: Performer = {
  perform: async (_, context) => ({ resumeAt: await refreshPosts(context) }),
  // One day that failed is not the last.
  failed: (_job, _error, context) => startRefreshing(context),
};
