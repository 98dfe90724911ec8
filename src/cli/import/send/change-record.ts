// A row that updates or deletes the record it names: looked up first, so that only one that is there, and is the only one, is
// changed.

import { ApiError } from '../../../client/errors.ts';
import { type EntityName, NOUN } from '../../../contract/entities.ts';
import { getOwn } from '../../../contract/json.ts';
import { emailKey } from '../../../rules/records/normalize.ts';
import type { Item } from '../../../rules/records/search-fields.ts';
import { lacksDigits, mayLackDigits } from '../../../rules/records/spreadsheet-damage.ts';
import { keyFieldOf, type RecordChange } from '../mapping/plan.ts';
import {
  deletedRow,
  failedRow,
  type ItemAnswer,
  leftOut,
  type RowResult,
  unchangedRow,
  updatedRow,
} from '../report/row-result.ts';
import type { SendingRun } from '../run.ts';
import type { ImportService, SearchedRecord, Turn } from '../service.ts';

export interface ChangedRow {
  /** As the row has it; null where it names the record otherwise. */
  readonly recordId: number | null;
  readonly item: Item;
}

const SHOWN_IDS = 20;

/** The records that were found, with these fields beside those that every search shows. */
export interface FoundRecords {
  readonly fields: readonly string[];
  readonly records: Map<number, SearchedRecord>;
}

/** The ids of the records that the row may mean. An exact search knows one spelling of an email, a full-text search the others. */
async function idsOf(
  service: ImportService,
  { recordId, item }: ChangedRow,
  signal: AbortSignal,
  { fields, records }: FoundRecords,
): Promise<number[]> {
  const email = String(getOwn(item, 'professionalEmail') ?? '');
  const key = emailKey(email);
  const isMeant = ({ id, professionalEmail }: SearchedRecord) =>
    recordId === null ? typeof professionalEmail === 'string' && emailKey(professionalEmail) === key : id === recordId;
  const searches =
    recordId === null
      ? [service.search({ professionalEmail: [email] }, fields, signal), service.find(email, signal)]
      : [service.search({ id: [recordId] }, fields, signal)];
  const ids = new Set<number>();
  for (const found of searches)
    for await (const record of found) {
      const { id } = record;
      if (typeof id !== 'number' || !isMeant(record)) continue;
      ids.add(id);
      if (!records.has(id)) records.set(id, record);
    }
  return [...ids].sort((one, other) => one - other);
}

/** What cannot be done with the row; else the id of its record. */
export async function recordOf(
  service: ImportService,
  kind: EntityName,
  row: ChangedRow,
  signal: AbortSignal,
  found: FoundRecords = { fields: [], records: new Map() },
): Promise<number | RowResult> {
  const ids = await idsOf(service, row, signal, found);
  const [id] = ids;
  const name = row.recordId ?? `with the email ${String(getOwn(row.item, 'professionalEmail'))}`;
  if (id === undefined) return failedRow(`there is no ${NOUN[kind]} ${name}`);
  if (ids.length === 1) return id;
  const more = ids.length > SHOWN_IDS ? ', …' : '';
  return leftOut('rejected', `${ids.length} contacts have this email: ${ids.slice(0, SHOWN_IDS).join(', ')}${more}`);
}

/** `wasSent`: an earlier request for the row went out, and its record was there then. */
export async function changeRecord(
  { service, settable }: Pick<SendingRun, 'service' | 'settable'>,
  kind: EntityName,
  change: RecordChange,
  row: ChangedRow & { readonly wasSent: boolean },
  turn: Turn,
): Promise<ItemAnswer> {
  const records = new Map<number, SearchedRecord>();
  const found = await recordOf(service, kind, row, turn.signal, { fields: [], records });
  const answered = (result: RowResult): ItemAnswer => ({ createdAt: null, ...result });
  if (typeof found !== 'number') {
    const isGone = row.wasSent && change.act === 'delete' && found.status === 'failed';
    return answered(isGone ? deletedRow(row.recordId) : found);
  }
  try {
    if (change.act === 'update') {
      const target = { id: found, known: records.get(found) };
      const { values, kept } = await settableOf({ service, settable }, target, valuesOf(row, change), turn.signal);
      if (values === null) return row.wasSent ? updatedRow(found, null, kept) : unchangedRow(found, kept);
      return updatedRow(found, await service.update(found, values, null, turn), kept);
    }
    await service.remove(found, turn);
    return answered(deletedRow(found));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    // Where the record is still there, it is the path that the service does not have.
    const after = await recordOf(service, kind, { recordId: found, item: {} }, turn.signal);
    if (typeof after === 'number')
      throw new ApiError({ ...error, status: 405, code: 'not_found', message: error.message });
    return answered(change.act === 'delete' ? deletedRow(found) : after);
  }
}

/** The values to be set; the one that names the record stays as it is. */
export function valuesOf({ item }: Pick<ChangedRow, 'item'>, change: RecordChange): Item {
  const { [keyFieldOf(change)]: _, ...values } = item;
  return values;
}

/**
 * Values for a record without those that are what a spreadsheet left of its numbers: these are `kept`, by their fields. `values` is null
 * where the record has all others already.
 */
export function withoutLostDigits(values: Item, storedOf: (field: string) => unknown) {
  const all = Object.entries(values);
  const kept = all.flatMap(([field, value]) => (lacksDigits(field, storedOf(field), value) ? field : []));
  if (kept.length === 0) return { values, kept };
  const others = all.filter(([field]) => !kept.includes(field));
  const isSame = others.every(([field, value]) => storedOf(field) === value);
  return { values: isSame ? null : Object.fromEntries(others), kept };
}

/**
 * Of the values for a record, those to be set: not what a spreadsheet left of its numbers. Null where there are none. `known`: its own
 * numbers at least.
 */
export async function settableOf(
  { service, settable }: Pick<SendingRun, 'service' | 'settable'>,
  { id, known }: { readonly id: number; readonly known?: SearchedRecord | undefined },
  wanted: Item,
  signal: AbortSignal,
): Promise<ReturnType<typeof withoutLostDigits>> {
  const values = settable === null ? wanted : await settable.update(id, wanted);
  const isLacking = ([field, value]: [string, unknown]) =>
    known === undefined ? mayLackDigits(field, value) : lacksDigits(field, getOwn(known, field), value);
  if (values === null || !Object.entries(values).some(isLacking)) return { values, kept: [] };
  const stored = await service.record(id, signal);
  return withoutLostDigits(values, (field) => getOwn(stored, field));
}
