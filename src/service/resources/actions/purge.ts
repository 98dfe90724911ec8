// What came of each record of a run is deleted some time after the run has finished; the run and its figures stay. One job
// per workspace waits for the first of them, as long as there are any.

import type { Context } from '../../core/context.ts';
import { enqueueUnlessQueued } from '../../jobs/queries/jobs.ts';
import { deleteRunRecords, firstFinishedAfter, runWithRecords } from './queries/runs.ts';

const PURGE_JOB = 'action-purge';
const DAY_MS = 86_400_000;

/** Our choice: how long the records of a finished run can be listed. */
export const KEPT_MS = 90 * DAY_MS;

const SLICE_ROWS = 500;

/** First in a day, for what a store has kept from before; also after a purge that failed. */
export async function armRunPurge({ tx, principal, now }: Context): Promise<void> {
  const { workspaceId } = principal;
  await enqueueUnlessQueued(tx, { workspaceId, kind: PURGE_JOB, key: '', dueAt: now + DAY_MS });
}

interface NextPurge {
  readonly at: number;
  /** The run to go on with; 0: the first. */
  readonly from: number;
}

/** Deletes one slice. Returns when the next is due: once a day at most; null if no run has records that will be deleted. */
export async function purgeRuns({ tx, principal, now }: Context, from: number): Promise<NextPurge | null> {
  const { workspaceId } = principal;
  const until = now - KEPT_MS;
  const runId = await runWithRecords(tx, workspaceId, { from, until });
  if (runId !== null) {
    await deleteRunRecords(tx, runId, SLICE_ROWS);
    return { at: now, from: runId };
  }
  // A run that goes on finishes now at the earliest.
  const first = await firstFinishedAfter(tx, workspaceId, { until, now });
  return first === null ? null : { at: Math.max(first + KEPT_MS, now + DAY_MS), from: 0 };
}
