import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { OperatorContext } from '../../core/operator.ts';
import { initialize } from './initialize.ts';
import { countContents } from './queries/counts.ts';

/** Deletes everything: records, keys except the operator's own, clock, faults, feature switches. */
export async function reset(context: OperatorContext, isEmpty: boolean): Promise<ReplyOf<Table['local']['reset']>> {
  // The clock starts over too, so this is the real time.
  const now = context.realNow();
  await context.store.empty(async (tx) => {
    await initialize(tx, context, now);
    if (!isEmpty) await context.loadSample(tx, now);
  });
  return context.store.read(countContents);
}
