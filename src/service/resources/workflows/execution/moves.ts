// Records leave a step: their outcome there is counted, and they move to the step their slot leads to.

import type { StepStatus } from '../../../../contract/workflows/run-enums.ts';
import type { Tx } from '../../../core/context.ts';
import { type CountChange, changeCounts, moveRecords } from '../queries/run-records.ts';
import type { RunPlan } from './plan.ts';

export interface Leaving {
  readonly ids: readonly number[];
  /** Their outcome at the step. */
  readonly as: StepStatus;
  /** The slot they leave through; null ends their path. */
  readonly slot: number | null;
}

/** `was`: their status at the step until now. */
export async function leaveStep(
  tx: Tx,
  runId: number,
  plan: RunPlan,
  { step, was }: { readonly step: number; readonly was: 'PENDING' | 'WAITING' },
  groups: readonly Leaving[],
): Promise<void> {
  const changes: CountChange[] = [];
  for (const { ids, as, slot } of groups) {
    if (ids.length === 0) continue;
    const to = slot === null ? null : plan.targetOf(step, slot);
    await moveRecords(tx, runId, ids, to === null ? { step, state: 'DONE' } : { step: to, state: 'PENDING' });
    changes.push({ step, status: was, by: -ids.length }, { step, status: as, by: ids.length });
    if (to !== null) changes.push({ step: to, status: 'PENDING', by: ids.length });
  }
  await changeCounts(tx, runId, changes);
}

/** Records wait at the step until `dueAt`; null: until someone decides. */
export async function holdAt(
  tx: Tx,
  runId: number,
  step: number,
  ids: readonly number[],
  dueAt: number | null,
): Promise<void> {
  await moveRecords(tx, runId, ids, { step, state: 'WAITING', dueAt });
  await changeCounts(tx, runId, [
    { step, status: 'PENDING', by: -ids.length },
    { step, status: 'WAITING', by: ids.length },
  ]);
}
