// Decides which faults apply to a request. Random numbers come from the fault's seed and the count of requests it was
// checked for, so that the same requests fail again in the next run, in any process.

import { createHash } from 'node:crypto';
import type { Tx } from '../../../core/context.ts';
import { activeFaultsOf, recordRoll } from '../queries/faults.ts';
import { effectOf, type FaultInput, onlyDelays } from './effect.ts';

/** The sum of the latencies of all faults that apply, and the first fault with another effect. */
interface ChosenFault {
  readonly latencyMs: number;
  readonly fault: FaultInput | null;
}

/** Checks every fault of the endpoint, and counts. A fault that could have no effect any more is not checked. */
export async function chooseFault(tx: Tx, endpoint: string): Promise<ChosenFault> {
  let latencyMs = 0;
  let chosen: FaultInput | null = null;
  for (const row of await activeFaultsOf(tx, endpoint)) {
    const fault = effectOf(row);
    if (chosen && !onlyDelays(fault)) continue;
    const isHit =
      fault.probability === undefined || roll(fault.seed ?? `fault ${row.id}`, row.checks) < fault.probability;
    await recordRoll(tx, row.id, isHit);
    if (!isHit) continue;
    latencyMs += fault.latencyMs ?? 0;
    if (!onlyDelays(fault)) chosen = fault;
  }
  return { latencyMs, fault: chosen };
}

/** The number at `index` in the series of the seed, at least 0 and below 1. */
export function roll(seed: string, index: number): number {
  return createHash('sha256').update(`${seed}\n${index}`).digest().readUInt32BE(0) / 2 ** 32;
}
