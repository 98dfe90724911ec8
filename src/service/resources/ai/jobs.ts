// What background work performs for AI variables.

import type { Performer } from '../../jobs/work.ts';
import { clearingOf, clearSlice } from './variables/write.ts';

/** Deletes the values of a deleted field, slice by slice. */
export const clearFieldValues: Performer = {
  perform: async ({ payload }, context) => {
    const rest = await clearSlice(context, clearingOf(payload));
    return rest === null ? undefined : { resumeAt: context.now, payload: { ...rest } };
  },
};
