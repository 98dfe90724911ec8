import type { Performer } from '../../jobs/work.ts';
import { sweepRun } from './execution/finish.ts';
import { continueRun, failRun } from './execution/run.ts';
import { fireSchedule, rearmSchedule } from './triggers/schedule.ts';
import { handledSignalOf, startRunsFor } from './triggers/signal.ts';

/** Starts a run of every published workflow that listens to the signal. */
export const signal: Performer = {
  perform: ({ payload }, context) => startRunsFor(context, handledSignalOf(payload)),
};

/** Starts a run when a schedule is due, then waits for the next moment. */
export const workflowSchedule: Performer = {
  perform: async ({ payload }, context) => {
    const next = await fireSchedule(context, Number(payload['workflowId']));
    return next === null ? undefined : { resumeAt: next };
  },
  failed: ({ payload }, _error, context) => rearmSchedule(context, Number(payload['workflowId'])),
};

export const workflowRun: Performer = {
  perform: async ({ payload }, context) => {
    const next = await continueRun(context, Number(payload['runId']));
    return next === null ? undefined : { resumeAt: next };
  },
  failed: ({ payload }, error, context) => failRun(context, Number(payload['runId']), error),
};

export const workflowSweep: Performer = {
  perform: async ({ payload }, context) =>
    (await sweepRun(context, Number(payload['runId']))) ? { resumeAt: context.now } : undefined,
};
