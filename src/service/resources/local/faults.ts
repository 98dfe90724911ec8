// What goes wrong on purpose. A fault's rolls come from its seed and the count of requests it was asked about, so the
// same requests fail again in the next rehearsal, in whatever process.

import { createHash } from 'node:crypto';
import type { ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Tx } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { deleteFaults, type FaultRow, faultsFor, faultsInForce, insertFault, recordRoll } from './queries/faults.ts';

export type FaultInput = ParsedOf<Table['local']['addFault']>['body'];
export type Fault = ReplyOf<Table['local']['addFault']>;

/** What happens to one answer: the latencies of all faults that hit, everything else of the first. */
export interface Spoil {
  readonly latencyMs: number;
  readonly fault: FaultInput | null;
}

const EFFECTS = ['status', 'headers', 'body', 'truncate', 'drop'] as const;

function onlyDelays(fault: FaultInput): boolean {
  return EFFECTS.every((name) => fault[name] === undefined);
}

/** `endpoints` are the names a fault may have. Throws Refusal `invalid` for another, or for a fault that does nothing. */
export async function addFault(tx: Tx, fault: FaultInput, endpoints: readonly string[]): Promise<Fault> {
  if (fault.endpoint !== '*' && !endpoints.includes(fault.endpoint)) {
    const message = `There is no endpoint ${fault.endpoint}: use * or one of ${endpoints.join(', ')}`;
    throw new Refusal('invalid', message, { issues: [{ path: 'endpoint', code: 'unknown_endpoint', message }] });
  }
  if (onlyDelays(fault) && fault.latencyMs === undefined) {
    throw new Refusal('invalid', `This fault does nothing: give one of ${EFFECTS.join(', ')}, latencyMs`);
  }
  const times = fault.times ?? null;
  const id = await insertFault(tx, { endpoint: fault.endpoint, effect: JSON.stringify(fault), times });
  return { ...fault, id, used: 0 };
}

export async function listFaults(tx: Tx): Promise<Fault[]> {
  const rows = await faultsInForce(tx);
  return rows.map((row) => ({ ...effectOf(row), id: row.id, used: row.used }));
}

/** Says how many there were in force. */
export function clearFaults(tx: Tx): Promise<number> {
  return deleteFaults(tx);
}

/** Asks every fault of the endpoint about this request, counting. A fault that would have no effect is not asked. */
export async function spoilFor(tx: Tx, endpoint: string): Promise<Spoil> {
  let latencyMs = 0;
  let chosen: FaultInput | null = null;
  for (const row of await faultsFor(tx, endpoint)) {
    const fault = effectOf(row);
    if (chosen && !onlyDelays(fault)) continue;
    const isHit =
      fault.probability === undefined || roll(fault.seed ?? `fault ${row.id}`, row.asked) < fault.probability;
    await recordRoll(tx, row.id, isHit);
    if (!isHit) continue;
    latencyMs += fault.latencyMs ?? 0;
    if (!onlyDelays(fault)) chosen = fault;
  }
  return { latencyMs, fault: chosen };
}

/** The `index`th number of the seed's series, at least 0 and below 1. */
export function roll(seed: string, index: number): number {
  return createHash('sha256').update(`${seed}\n${index}`).digest().readUInt32BE(0) / 2 ** 32;
}

function effectOf(row: FaultRow): FaultInput {
  // Written by addFault from a parsed body, and by nothing else.
  const kept: FaultInput = JSON.parse(row.effect);
  return kept;
}
