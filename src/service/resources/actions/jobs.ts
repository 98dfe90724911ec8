// What background work performs for enrichment runs and imports.

import type { Context } from '../../core/context.ts';
import type { Performer } from '../../jobs/performer.ts';
import type { Payload } from '../../jobs/queries/jobs.ts';
import { advanceRun } from './advance.ts';
import { isAssociatedContacts } from './enrichment/associated-contacts.ts';
import { exportAssociated } from './enrichment/crm.ts';
import { armRunPurge, purgeRuns } from './purge.ts';
import { actionRunById, updateActionRun } from './queries/runs.ts';

/** A purge of tens of millions of rows pauses, or it would be taken for work that does not end (jobs/perform.ts). */
const TURNS_BEFORE_PAUSE = 50_000;
const PAUSE_MS = 60_000;

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

/** Deletes the records and outcomes of runs that finished long ago. */
export const actionPurge: Performer = {
  perform: async ({ payload, turns }, context) => {
    const next = await purgeRuns(context, Number(payload['from'] ?? 0));
    if (next === null) return;
    const isLong = turns >= TURNS_BEFORE_PAUSE && next.at <= context.now;
    return { resumeAt: isLong ? context.now + PAUSE_MS : next.at, payload: { from: next.from } };
  },
  failed: (_job, _error, context) => armRunPurge(context),
};

/** Its background work was given up after several attempts: what is left of the run is cancelled. */
export async function giveUpRun(context: Context, runId: number): Promise<void> {
  const { tx, principal, now } = context;
  const run = await actionRunById(tx, principal.workspaceId, runId);
  if (!run || run.finishedAt !== null) return;
  const tally = run.tally.map(({ statusCounts: { PENDING = 0, ...counts }, ...rest }) => ({
    ...rest,
    statusCounts: { ...counts, CANCELLED: (counts.CANCELLED ?? 0) + Math.max(PENDING, run.records === null ? 1 : 0) },
  }));
  await updateActionRun(tx, { ...run, tally, finishedAt: now });
}
