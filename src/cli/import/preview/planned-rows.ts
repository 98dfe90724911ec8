// Rows of a saved plan: before they are sent, what they would change now is compared with what they would have changed then.

import { getOwn } from '../../../contract/json.ts';
import { type Change, fieldChanges, labelOf } from '../../session/history/recorded-route.ts';
import type { PlanGuard } from '../../session/plan/plan-guard.ts';
import type { Item } from '../../shared/records/entity.ts';
import { settable } from '../../shared/records/overwriting.ts';
import type { RecordChange } from '../mapping/plan.ts';
import { deletedRow, type RowResult, unchangedRow, updatedRow } from '../report/row-result.ts';
import type { RowGate } from '../run.ts';
import { type ChangedRow, recordOf, valuesOf } from '../send/change-record.ts';
import type { SearchedRecord } from '../service.ts';
import { READ_WHOLE_MAX } from './known-workspace.ts';
import { Prediction, type PredictionHost } from './predict.ts';

type Rows = Parameters<RowGate['reasons']>[0];

export class PlannedRows implements RowGate {
  readonly #guard: PlanGuard;
  readonly #host: PredictionHost;
  readonly #prediction: Prediction;
  /** A row that is sent once more has changed what it is compared with. */
  readonly #known = new WeakMap<Item, string | null>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(guard: PlanGuard, host: Omit<PredictionHost, 'readWholeMax'>) {
    this.#guard = guard;
    this.#host = { ...host, readWholeMax: READ_WHOLE_MAX };
    this.#prediction = new Prediction(this.#host);
  }

  async reasons(rows: Rows): Promise<readonly (string | null)[]> {
    const turn = this.#turn.then(() => this.#compare(rows));
    this.#turn = turn.catch(() => {});
    await turn;
    return rows.items.map((item) => this.#known.get(item) ?? null);
  }

  made(results: readonly RowResult[]): void {
    const { noun } = this.#host.entity;
    for (const { status, id } of results) if (status === 'created' && id !== null) this.#guard.made(noun, id);
  }

  async #compare({ items, lines, recordId }: Rows): Promise<void> {
    const open = items.flatMap((item, at) => (this.#known.has(item) ? [] : [{ item, line: lines[at] ?? 0 }]));
    const { change } = this.#host.plan;
    if (change === undefined) await this.#prediction.results([{ items: open.map(({ item }) => item), recordId }]);
    for (const { item, line } of open) {
      const changes =
        change === undefined
          ? this.#prediction.changesOf(item)
          : (await lookedUpRow(this.#host, change, { item, recordId })).changes;
      this.#known.set(item, this.#guard.refuse(changes, line));
    }
  }
}

// What a row of an update or deletion by a file would do to the record that it names: looked up, and not changed.

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
