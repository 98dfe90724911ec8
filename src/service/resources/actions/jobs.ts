import type { Performer } from '../../jobs/performer.ts';
import type { Payload } from '../../jobs/queries/jobs.ts';
import { advanceRun, giveUpRun } from './progress.ts';

function runIdOf({ runId }: Payload): number {
  if (typeof runId === 'number') return runId;
  throw new Error('a job of an enrichment run names no run');
}

/** An enrichment run or an import, slice by slice. */
export const actionRun: Performer = {
  perform: async ({ payload }, context) => {
    if (await advanceRun(context, runIdOf(payload))) return { resumeAt: context.now };
  },
  failed: ({ payload }, _error, context) => giveUpRun(context, runIdOf(payload)),
};
