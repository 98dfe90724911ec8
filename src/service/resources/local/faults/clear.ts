import type { OperatorContext } from '../../../core/operator.ts';
import { deleteFaults } from '../queries/faults.ts';

export async function clearFaults({ store }: OperatorContext): Promise<{ removed: number }> {
  return { removed: await store.write(deleteFaults) };
}
