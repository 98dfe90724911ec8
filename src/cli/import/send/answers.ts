// What the service answers to one request: about each item of a bulk, or about the record that a row names.

import type { Item } from '../mapping/item.ts';
import type { ImportPlan } from '../mapping/plan.ts';
import { type ItemAnswer, readAnswers, updatedRow } from '../report/row-result.ts';
import type { ImportService } from '../service.ts';
import { changeRecord } from './change-record.ts';

/** Null where the answer does not cover the items. `wasSent`: an earlier request for them went out. */
export async function answersOf(
  host: { readonly service: ImportService; readonly plan: ImportPlan },
  recordId: number | null,
  items: readonly Item[],
  wasSent: boolean,
  turn: Parameters<ImportService['bulk']>[1],
): Promise<readonly ItemAnswer[] | null> {
  const { service, plan } = host;
  const [first = {}] = items;
  if (plan.change !== undefined)
    return [await changeRecord(service, plan.entity, plan.change, { recordId, item: first, wasSent }, turn)];
  if (recordId === null) return readAnswers(plan.entity, await service.bulk(items, turn), items.length);
  return [updatedRow(recordId, await service.update(recordId, first, plan.list?.id ?? null, turn))];
}
