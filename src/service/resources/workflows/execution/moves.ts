// Records leave a step with a status there, and go on to the step their slot leads to.

import { groupBy } from '../../../../contract/group-by.ts';
import type { StepStatus } from '../../../../contract/workflows/enums.ts';
import type { Context } from '../../../core/context.ts';
import type { Tx } from '../../../core/sql.ts';
import { type ActiveRun, sendOn, setStatus } from '../queries/run-records.ts';
import type { RunPlan, RunProgress } from './progress.ts';

interface Leaving {
  readonly ids: readonly number[];
  /** Their status at the step. */
  readonly as: StepStatus;
  /** The slot they leave through; null ends their path. */
  readonly slot: number | null;
  /** Why the step failed or skipped them. */
  readonly reason?: string;
}

/** Those of the records that have a reason, together with the others of the same. */
export function leavingFor(
  ids: readonly number[],
  reasons: ReadonlyMap<number, string>,
  { as, slot }: Pick<Leaving, 'slot'> & { readonly as: 'FAILED' | 'SKIPPED' },
): Leaving[] {
  const held = ids.filter((id) => reasons.has(id));
  const groups = groupBy(held, (id) => reasons.get(id) ?? '');
  return [...groups].map(([reason, group]) => ({ ids: group, as, slot, reason }));
}

/** `was`: their status at the step until now. */
export async function leaveStep(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  runId: number,
  plan: RunPlan,
  { step, was }: { readonly step: number; readonly was: 'PENDING' | 'WAITING' },
  groups: readonly Leaving[],
): Promise<void> {
  for (const { ids, as, slot, reason = null } of groups) {
    if (ids.length === 0) continue;
    await setStatus(tx, runId, { step, was }, ids, { status: as, reason, now });
    const to = slot === null ? null : plan.targetOf(step, slot);
    if (to !== null) await sendOn(tx, runId, { from: step, to }, ids);
  }
}

/** Records wait at the step until `dueAt`; null: until someone decides. */
export function holdAt(tx: Tx, runId: number, step: number, ids: readonly number[], dueAt: number | null) {
  return setStatus(tx, runId, { step, was: 'PENDING' }, ids, { status: 'WAITING', dueAt, now: null });
}

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
