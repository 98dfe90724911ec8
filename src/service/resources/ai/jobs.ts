import type { Performer } from '../../jobs/work.ts';
import { clearingOf, clearSlice } from './variables/write.ts';

export const clearFieldValues: Performer = {
  perform: async ({ payload }, context) => {
    const rest = await clearSlice(context, clearingOf(payload));
    return rest === null ? undefined : { resumeAt: context.now, payload: { ...rest } };
  },
};
