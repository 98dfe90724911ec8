import type { Context } from '../../../core/context.ts';
import { type RunRecord, runOf, runView } from './view.ts';

/** Throws Refusal `not_found`. */
export async function getRun(context: Context, runId: number): Promise<RunRecord> {
  return runView(context, await runOf(context, runId));
}
