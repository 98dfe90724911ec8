// A schedule fires: a run begins, and the next firing is queued. What fell due while nothing ran fires once, late.

import { runtimeInputContract } from '../../../../rules/workflows/triggers/runtime-input.ts';
import type { Performer } from '../../../jobs/performer.ts';
import { publishedWorkflow } from '../queries/workflows.ts';
import { startRun } from '../runs.ts';
import { armSchedule } from '../triggers.ts';

export const schedulePerformer: Performer = {
  perform: async ({ payload }, context) => {
    const version = await publishedWorkflow(context.tx, Number(payload['workflowId']));
    const trigger = version?.trigger;
    if (version === undefined || trigger?.type !== 'SCHEDULE') return;
    if (runtimeInputContract(version.plan, trigger).status === 'EMPTY')
      await startRun(context, { version, triggerType: 'SCHEDULE', seed: null, payload: {} });
    const { nextInstant } = await import('../../../../rules/workflows/triggers/recurrence.ts');
    const next = nextInstant(trigger, context.now);
    return next === null ? undefined : { resumeAt: next };
  },
  // One firing that failed is not the last.
  failed: async ({ payload }, _, context) => {
    const version = await publishedWorkflow(context.tx, Number(payload['workflowId']));
    if (version?.trigger?.type === 'SCHEDULE') await armSchedule(context, version.workflowId, version.trigger);
  },
};
