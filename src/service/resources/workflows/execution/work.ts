import type { Context } from '../../../core/context.ts';
import type { ActiveRun } from '../queries/run-records.ts';
import type { RunPlan } from './plan.ts';
import type { RunProgress } from './progress.ts';

/** Everything a slice needs to know about the run. */
export interface Work {
  /** Has the run's workflow in `causedBy`, so that signals the run causes do not start that workflow again. */
  readonly context: Context;
  readonly run: ActiveRun;
  readonly plan: RunPlan;
  /** `seed` of the entry, `payload` of a webhook delivery. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly progress: RunProgress;
  save(progress: Partial<RunProgress>): Promise<void>;
}
