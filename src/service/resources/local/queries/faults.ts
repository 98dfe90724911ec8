import type { Parsed } from '../../../../contract/table.ts';
import { raw, sql, type Tx } from '../../../core/sql.ts';

export type FaultInput = Parsed<'local', 'addFault'>['body'];

export interface FaultRow {
  readonly id: number;
  readonly endpoint: string;
  /** As it was added. */
  readonly effect: FaultInput;
  readonly times: number | null;
  readonly checks: number;
  readonly used: number;
}

const IS_ACTIVE = '(times is null or used < times)';
const COLUMNS = 'id, endpoint, effect as "effect{}", times, asked as checks, used';

export async function activeFaults(tx: Tx): Promise<FaultRow[]> {
  return tx.all<FaultRow>(sql`select ${raw(COLUMNS)} from faults where ${raw(IS_ACTIVE)} order by id`);
}

export async function activeFaultsOf(tx: Tx, endpoint: string): Promise<FaultRow[]> {
  return tx.all<FaultRow>(sql`select ${raw(COLUMNS)} from faults
    where endpoint in (${endpoint}, '*') and ${raw(IS_ACTIVE)} order by id`);
}

export async function hasFaultsFor(tx: Tx, endpoint: string): Promise<boolean> {
  return tx.has(sql`from faults where endpoint in (${endpoint}, '*') and ${raw(IS_ACTIVE)}`);
}

export async function insertFault(tx: Tx, fault: FaultInput) {
  return tx.insert('faults', { endpoint: fault.endpoint, effect: fault, times: fault.times ?? null });
}

/** Counts that the fault was checked for a request, and whether it applied. */
export async function recordRoll(tx: Tx, id: number, isHit: boolean): Promise<void> {
  await tx.run(sql`update faults set asked = asked + 1, used = used + ${isHit} where id = ${id}`);
}

export async function deleteFaults(tx: Tx): Promise<number> {
  const active = await activeFaults(tx);
  await tx.run('delete from faults');
  return active.length;
}
