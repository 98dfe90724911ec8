import type { Context } from '../../core/context.ts';
import { actionRunById, updateActionRun } from './queries/runs.ts';

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
