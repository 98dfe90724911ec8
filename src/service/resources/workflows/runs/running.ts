// Runs in progress, of all workflows: for the pages of the local service.

import type { Context } from '../../../core/context.ts';
import { runningRuns } from '../queries/runs.ts';
import { runSummaryView } from './view.ts';

const RUNS_MAX = 50;

/** Newest first. */
export async function listRunning({ tx, principal }: Context) {
  const rows = await runningRuns(tx, principal.workspaceId, RUNS_MAX);
  return rows.map(({ workflowName, ...run }) => ({ ...runSummaryView(run), workflowId: run.workflowId, workflowName }));
}
