import type { Performer } from '../../jobs/work.ts';
import { armPreviewPurge, purgePreviews } from './previews.ts';

export const finderPurge: Performer = {
  perform: async (_job, context) => {
    const next = await purgePreviews(context);
    return next === null ? undefined : { resumeAt: next };
  },
  failed: (_job, _error, context) => armPreviewPurge(context),
};
