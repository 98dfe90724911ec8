import type { OperatorContext } from '../../../core/operator.ts';
import { activeFaults } from '../queries/faults.ts';
import { effectOf, type Fault } from './effect.ts';

export async function listFaults({ store }: OperatorContext): Promise<{ faults: Fault[] }> {
  const rows = await store.read(activeFaults);
  return { faults: rows.map((row) => ({ ...effectOf(row), id: row.id, used: row.used })) };
}
