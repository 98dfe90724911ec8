// What the service answers to one request: about each item of a bulk, or about the record that a row names.

import type { Item } from '../../shared/records/item.ts';
import { type ItemAnswer, readAnswers, updatedRow } from '../report/row-result.ts';
import type { SendingRun } from '../run.ts';
import type { Turn } from '../service.ts';
import { changeRecord } from './change-record.ts';

/** What one request sends of a bulk. */
interface SentRows {
  /** The record that the only item updates. */
  readonly recordId: number | null;
  readonly items: readonly Item[];
  /** Whether an earlier request for them went out. */
  readonly wasSent: boolean;
}

/** Null where the answer does not cover the items. */
export async function answersOf(
  { service, plan }: SendingRun,
  { recordId, items, wasSent }: SentRows,
  turn: Turn,
): Promise<readonly ItemAnswer[] | null> {
  const [item = {}] = items;
  if (plan.change !== undefined)
    return [await changeRecord(service, plan.entity, plan.change, { recordId, item, wasSent }, turn)];
  if (recordId !== null)
    return [updatedRow(recordId, await service.update(recordId, item, plan.list?.id ?? null, turn))];
  return readAnswers(plan.entity, await service.bulk(items, turn), items.length);
}
