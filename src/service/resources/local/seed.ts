import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { OperatorContext } from '../../core/operator.ts';
import { countContents } from './queries/counts.ts';

/** Loads the sample workspace; existing records stay. Returns what the store then contains. */
export function seed({ store, now, loadSample }: OperatorContext): Promise<ReplyOf<Table['local']['seed']>> {
  return store.write(async (tx) => {
    await loadSample(tx, now);
    return countContents(tx);
  });
}
