import type { Performer } from '../../jobs/performer.ts';
import { clearingOf, clearSlice } from './field-values.ts';

/** The values of a field that was deleted, slice by slice. */
export const clearFieldValues: Performer = {
  perform: async ({ payload }, context) => {
    const rest = await clearSlice(context, clearingOf(payload));
    return rest === null ? undefined : { resumeAt: context.now, payload: { ...rest } };
  },
};
