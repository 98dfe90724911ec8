// Records leave a step: their outcome there is counted, and they move to the step their slot leads to.

import type { StepStatus } from '../../../../contract/workflows/enums.ts';
import type { Tx } from '../../../core/context.ts';
import { type CountChange, changeCounts, moveRecords } from '../queries/run-records.ts';
import type { RunPlan } from './plan.ts';

export interface Leaving {
  readonly ids: readonly number[];
  /** Their outcome at the step. */
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
  const groups = new Map<string, number[]>();
  for (const id of ids) {
    const reason = reasons.get(id);
    if (reason === undefined) continue;
    const group = groups.get(reason);
    if (group) group.push(id);
    else groups.set(reason, [id]);
  }
  return [...groups].map(([reason, group]) => ({ ids: group, as, slot, reason }));
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
  for (const { ids, as, slot, reason } of groups) {
    if (ids.length === 0) continue;
    const to = slot === null ? null : plan.targetOf(step, slot);
    const outcome = as === 'FAILED' || as === 'SKIPPED' ? { status: as, step, reason: reason ?? null } : undefined;
    const place = to === null ? { step, state: 'DONE' as const } : { step: to, state: 'PENDING' as const };
    await moveRecords(tx, runId, ids, place, outcome);
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
