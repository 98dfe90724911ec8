import type { Context } from '../../../core/context.ts';
import { finishRun } from '../execution/finish.ts';
import { getRun } from './get.ts';
import { assertRunning, type RunRecord, runOf } from './view.ts';

/** Throws Refusal `not_found`; `conflict` for a run that has ended. */
export async function cancelRun(context: Context, runId: number): Promise<RunRecord> {
  assertRunning(await runOf(context, runId));
  await finishRun(context, runId, { status: 'CANCELLED', reason: `cancelled by ${context.principal.keyName}` });
  return getRun(context, runId);
}
