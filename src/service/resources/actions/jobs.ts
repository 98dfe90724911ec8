// What background work performs for enrichment runs and imports.

import type { Performer } from '../../jobs/performer.ts';
import type { Payload } from '../../jobs/queries/jobs.ts';
import { advanceRun } from './advance.ts';
import { isAssociatedContacts } from './enrichment/associated-contacts.ts';
import { exportAssociated } from './enrichment/crm.ts';
import { giveUpRun } from './give-up.ts';

function runIdOf({ runId }: Payload): number {
  if (typeof runId === 'number') return runId;
  throw new Error('the payload of an action-run job has no run id');
}

/** Executes an enrichment run or an import, slice by slice. */
export const actionRun: Performer = {
  perform: async ({ payload }, context) => {
    const runId = runIdOf(payload);
    const left = Array.isArray(payload['later']) ? payload['later'].filter(isAssociatedContacts) : [];
    const { hasMore, later } = await advanceRun(context, runId, left);
    if (hasMore) return { resumeAt: context.now, payload: { runId, ...(later.length > 0 && { later }) } };
  },
  failed: ({ payload }, _error, context) => giveUpRun(context, runIdOf(payload)),
};

/** Exports the contacts of companies that a step of a workflow exported, slice by slice. */
export const crmExport: Performer = {
  perform: async ({ payload }, context) => {
    if (!isAssociatedContacts(payload)) throw new Error('the payload of a crm-export job has no contacts');
    const left = await exportAssociated(context, payload);
    if (left !== null) return { resumeAt: context.now, payload: left };
  },
};
