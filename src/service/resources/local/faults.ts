import { createHash } from 'node:crypto';
import type { ReplyData } from '../../../contract/table.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { Refusal } from '../../core/context.ts';
import type { OperatorContext } from '../../core/operator.ts';
import type { Tx } from '../../core/sql.ts';
import {
  activeFaults,
  activeFaultsOf,
  deleteFaults,
  type FaultInput,
  insertFault,
  recordRoll,
} from './queries/faults.ts';

export type { FaultInput } from './queries/faults.ts';

export async function listFaults({ store }: OperatorContext): Promise<{ faults: Fault[] }> {
  const rows = await store.read(activeFaults);
  return { faults: rows.map((row) => ({ ...row.effect, id: row.id, used: row.used })) };
}

/** Throws Refusal `invalid` for an unknown endpoint, or for a fault without an effect. */
export async function addFault({ store, endpoints }: OperatorContext, fault: FaultInput): Promise<Fault> {
  if (fault.endpoint !== '*' && !endpoints.includes(fault.endpoint)) {
    const meant = didYouMean(fault.endpoint, endpoints) || ': use * for all, or a name that reach help evidence lists';
    const message = `There is no endpoint "${fault.endpoint}"${meant}`;
    throw new Refusal('invalid', message, { issues: [{ path: 'endpoint', code: 'unknown_endpoint', message }] });
  }
  if (onlyDelays(fault) && fault.latencyMs === undefined) {
    throw new Refusal('invalid', `This fault has no effect: set one of ${EFFECTS.join(', ')}, latencyMs`);
  }
  const id = await store.write((tx) => insertFault(tx, fault));
  return { ...fault, id, used: 0 };
}

export async function clearFaults({ store }: OperatorContext): Promise<{ removed: number }> {
  return { removed: await store.write(deleteFaults) };
}

/**
 * The sum of the latencies of all faults that apply, and the first fault with another effect. Checks every fault of the endpoint, and counts. A fault that could have no effect any more is not checked. Random numbers come
 * from the fault's seed and its count, so that the same requests fail again in the next run, in any process.
 */
export async function chooseFault(tx: Tx, endpoint: string) {
  let latencyMs = 0;
  let chosen: FaultInput | null = null;
  for (const row of await activeFaultsOf(tx, endpoint)) {
    const fault = row.effect;
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

export type Fault = ReplyData<'local', 'addFault'>;

/** Everything a fault can do to an answer, except delay it. */
const EFFECTS = ['status', 'headers', 'body', 'truncate', 'drop'] as const;

function onlyDelays(fault: FaultInput): boolean {
  return EFFECTS.every((name) => fault[name] === undefined);
}
