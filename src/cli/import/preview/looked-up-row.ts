// What a row of an update or deletion by a file would do to the record that it names: looked up, and not changed.

import { getOwn } from '../../../contract/json.ts';
import { type Change, fieldChanges, labelOf } from '../../session/history/recorded-route.ts';
import { settable } from '../../shared/records/overwriting.ts';
import type { RecordChange } from '../mapping/plan.ts';
import { deletedRow, type RowResult, unchangedRow, updatedRow } from '../report/row-result.ts';
import { type ChangedRow, recordOf, valuesOf } from '../send/change-record.ts';
import type { SearchedRecord } from '../service.ts';
import type { PredictionHost } from './predict.ts';

export async function lookedUpRow(
  {
    entity: { name: kind, noun },
    plan: { overwriting: of },
    discovered,
    service,
    signal,
  }: Omit<PredictionHost, 'readWholeMax'>,
  change: RecordChange,
  row: ChangedRow,
): Promise<{ readonly result: RowResult; readonly changes: readonly Change[] }> {
  const values = valuesOf(row, change);
  const known = new Set(discovered.map(({ id }) => id));
  const fields = Object.keys(values).filter((field) => known.has(field));
  const records = new Map<number, SearchedRecord>();
  const id = await recordOf(service, kind, row, signal, { fields, records });
  if (typeof id !== 'number') return { result: id, changes: [] };
  const record = records.get(id) ?? {};
  const head = { kind: noun, id, ...labelOf(record) };
  if (change.act === 'delete') return { result: deletedRow(id), changes: [{ ...head, is: 'deleted', record }] };
  const set = of === undefined ? values : settable(of, values, (field) => getOwn(record, field));
  if (Object.keys(set).length === 0) return { result: unchangedRow(id), changes: [] };
  return { result: updatedRow(id, null), changes: [{ ...head, is: 'updated', fields: fieldChanges(record, set) }] };
}
