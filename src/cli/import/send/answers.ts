// What the service answers to one request: about each item of a bulk, or about the record that a row names.

import { getOwn } from '../../../contract/json.ts';
import { lacksDigits, mayLackDigits } from '../../../rules/records/spreadsheet-damage.ts';
import type { Item } from '../../shared/records/entity.ts';
import { failedRow, type ItemAnswer, leftOut, readAnswers, unchangedRow, updatedRow } from '../report/row-result.ts';
import type { SendingRun } from '../run.ts';
import type { ImportService, Turn } from '../service.ts';
import { changeRecord } from './change-record.ts';

/** What one request sends of a bulk. */
interface SentRows {
  /** The record that the only item updates. */
  readonly recordId: number | null;
  readonly items: readonly Item[];
  readonly lines: readonly number[];
  /** Whether an earlier request for them went out. */
  readonly wasSent: boolean;
}

/** A phone number or id without the sign or the zeros of the stored one, as a spreadsheet leaves it, does not replace that. */
async function withStoredDigits(
  service: ImportService,
  recordId: number,
  item: Item,
  signal: AbortSignal,
): Promise<Item> {
  const entries = Object.entries(item);
  if (!entries.some(([field, value]) => mayLackDigits(field, value))) return item;
  for await (const record of service.search({ id: [recordId] }, [], signal)) {
    if (record['id'] !== recordId) continue;
    const kept = entries.map(([field, value]) => {
      const stored = getOwn(record, field);
      return [field, lacksDigits(field, stored, value) ? stored : value] as const;
    });
    return Object.fromEntries(kept);
  }
  return item;
}

/** Null where the answer does not cover the items. What a plan does not have is not sent. */
export async function answersOf(run: SendingRun, rows: SentRows, turn: Turn): Promise<readonly ItemAnswer[] | null> {
  if (run.gate === null) return await sentAnswers(run, rows, turn);
  const reasons = await run.gate.reasons(rows);
  const items = rows.items.filter((_, at) => reasons[at] === null);
  const answers = items.length === 0 ? [] : await sentAnswers(run, { ...rows, items }, turn);
  if (answers === null) return null;
  const next = answers.values();
  return reasons.flatMap((why): ItemAnswer[] => {
    if (why !== null) return [{ ...leftOut('rejected', why), createdAt: null }];
    const { value } = next.next();
    return value === undefined ? [] : [value];
  });
}

async function sentAnswers(
  { service, plan, settable }: SendingRun,
  { recordId, items, wasSent }: SentRows,
  turn: Turn,
): Promise<readonly ItemAnswer[] | null> {
  const [item = {}] = items;
  if (plan.change !== undefined)
    return [await changeRecord({ service, settable }, plan.entity, plan.change, { recordId, item, wasSent }, turn)];
  if (recordId !== null) {
    const listId = plan.list?.id ?? null;
    const allowed = settable === null ? item : await settable.update(recordId, item);
    if (allowed === null) {
      const [notAdded] = listId === null ? [] : await service.addToList(listId, [recordId], turn.signal);
      return [notAdded === undefined ? unchangedRow(recordId) : { ...failedRow(notAdded.error), createdAt: null }];
    }
    const values = await withStoredDigits(service, recordId, allowed, turn.signal);
    return [updatedRow(recordId, await service.update(recordId, values, listId, turn))];
  }
  const sent = settable === null ? items : await settable.of(items);
  return readAnswers(plan.entity, await service.bulk(sent, turn), items.length);
}
