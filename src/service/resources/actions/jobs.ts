// What background work performs for enrichment runs and imports.

import type { Performer } from '../../jobs/performer.ts';
import type { Payload } from '../../jobs/queries/jobs.ts';
import { advanceRun } from './advance.ts';
import { giveUpRun } from './give-up.ts';

function runIdOf({ runId }: Payload): number {
  if (typeof runId === 'number') return runId;
  throw new Error('the payload of an action-run job has no run id');
}

/** Executes an enrichment run or an import, slice by slice. */
export const actionRun: Performer = {
  perform: async ({ payload }, context) => {
    if (await advanceRun(context, runIdOf(payload))) return { resumeAt: context.now };
  },
  failed: ({ payload }, _error, context) => giveUpRun(context, runIdOf(payload)),
};
