// Predicts by reads alone what an import would do to each row: the service's own rules of matching, merging and changing, on the
// records that were read and on what the rows before would have made of them.

import { issuesText } from '../../../contract/envelope.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Item } from '../../../rules/records/search-fields.ts';
import { type Change, fieldChanges, labelOf } from '../../session/history/recorded-route.ts';
import { isStored } from '../../session/history/stored-records.ts';
import type { PlanGuard } from '../../session/plan/plan-guard.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { settable } from '../../shared/records/overwriting.ts';
import type { ImportPlan, RecordChange } from '../mapping/plan.ts';
import {
  deletedRow,
  failedRow,
  importedRow,
  keptFields,
  type RowResult,
  unchangedRow,
  updatedRow,
} from '../report/row-result.ts';
import type { Segment } from '../rows/segments.ts';
import type { RowGate } from '../run.ts';
import { type ChangedRow, recordOf, valuesOf, withoutLostDigits } from '../send/change-record.ts';
import { createIn, storedIn, turns } from '../send/settable-items.ts';
import type { SearchedRecord } from '../service.ts';
import { KnownWorkspace, READ_WHOLE_MAX, type WorkspaceReading } from './known-workspace.ts';
import { rowChanges } from './row-effects.ts';

export interface PredictionHost extends WorkspaceReading {
  readonly entity: Entity;
}

export interface RowEffect {
  /** What is sent; null where nothing is. */
  readonly sent: Item | null;
  readonly changes: readonly Change[];
}

export class Prediction {
  readonly #host: PredictionHost;
  readonly #known: KnownWorkspace;
  readonly #members = new Set<number>();
  readonly #effects = new WeakMap<Item, RowEffect>();
  /** Records that would be added to the list. */
  added = 0;

  constructor(host: PredictionHost) {
    this.#host = host;
    this.#known = new KnownWorkspace(host);
  }

  /** What cannot be promised, for a person. */
  get remarks(): readonly string[] {
    return this.#known.isWhole || !this.#host.plan.merge
      ? []
      : [
          'a large workspace: addresses are looked up in their usual spellings, one that is spelled otherwise counts as new',
        ];
  }

  /** One result for each item of each segment, in order. To be asked for in the order of the file. */
  async results(segments: readonly Pick<Segment, 'items' | 'recordId'>[]): Promise<readonly (readonly RowResult[])[]> {
    await this.#known.read(
      segments.flatMap(({ items, recordId }) => (recordId === null ? items : [])),
      segments.flatMap(({ items, recordId }) => (recordId === null || items.length === 0 ? [] : recordId)),
    );
    const results = segments.map(({ items, recordId: id }) =>
      items.map((item) => (id === null ? this.#created(item) : this.#updated(id, item))),
    );
    await this.#countAdded(results.flat());
    return results.map((some) => some.map(withoutNewId));
  }

  #created(item: Item): RowResult {
    const { entity, plan } = this.#host;
    const { kept: sent, made, changes } = createIn(this.#known, entity.name, item, plan.overwriting);
    this.#effects.set(item, { sent, changes });
    const { id, companyId } = made.record;
    const { outcome, matchedBy, warnings } = made;
    const ofCompany = 'company' in made ? (made.company?.warnings ?? []) : [];
    const [appUrl, kept] = [this.#known.appUrl(id), keptFields([...warnings, ...ofCompany])];
    return importedRow({ id, outcome, matchedBy: matchedBy ?? '', companyId, appUrl, createdAt: null, kept });
  }

  /** Of the item, once its result was asked for. */
  effectOf(item: Item): RowEffect {
    return this.#effects.get(item) ?? { sent: null, changes: [] };
  }

  #updated(id: number, wanted: Item): RowResult {
    const { noun } = this.#host.entity;
    const { overwriting: of } = this.#host.plan;
    const record = this.#known.record(id);
    this.#effects.set(wanted, { sent: wanted, changes: [] });
    if (record === undefined) return failedRow(`There is no ${noun} ${id}`);
    const { values, kept } = setIn(of, wanted, (field) => storedIn(record, field));
    this.#effects.set(wanted, { sent: values, changes: [] });
    if (values === null) return unchangedRow(id, kept);
    const before = { ...record };
    const issues = this.#known.update(record, values);
    if (issues.length > 0) return failedRow(issuesText(issues));
    this.#effects.set(wanted, { sent: values, changes: rowChanges(noun, before, record) });
    return updatedRow(id, { companyId: record.companyId, appUrl: this.#known.appUrl(id) }, kept);
  }

  /** Records that are members of the list stay so. */
  async #countAdded(results: readonly RowResult[]): Promise<void> {
    const { plan, entity, service, signal } = this.#host;
    if (plan.list === null) return;
    const ids = new Set(results.flatMap(({ id, status }) => (id === null || status === 'failed' ? [] : id)));
    const open = [...ids].filter((id) => !this.#members.has(id));
    const stored = open.filter(isStored);
    const members = new Set<unknown>();
    if (stored.length > 0 && plan.list.id > 0)
      for await (const { id } of service.search({ id: stored, [entity.listFilter]: [plan.list.id] }, [], signal))
        members.add(id);
    for (const id of open) this.#members.add(id);
    this.added += open.filter((id) => !members.has(id)).length;
  }
}

/** A record that does not exist yet has no id. */
const withoutNewId = (result: RowResult): RowResult => ({
  ...result,
  id: isStored(result.id) ? result.id : null,
  companyId: isStored(result.companyId) ? result.companyId : null,
});

// Rows of a saved plan: before they are sent, what they would change now is compared with what they would have changed then.

export function plannedRows(guard: PlanGuard, input: Omit<PredictionHost, 'readWholeMax'>): RowGate {
  const host = { ...input, readWholeMax: READ_WHOLE_MAX };
  const { change } = host.plan;
  const prediction = new Prediction(host);
  /** A row that is sent once more has changed what it is compared with. */
  const known = new WeakMap<Item, string | null>();
  const compare: RowGate['reasons'] = async ({ items, lines, recordId }) => {
    const open = items.flatMap((item, at) => (known.has(item) ? [] : [{ item, line: lines[at] ?? 0 }]));
    if (change === undefined) await prediction.results([{ items: open.map(({ item }) => item), recordId }]);
    for (const { item, line } of open) {
      const changes =
        change === undefined
          ? prediction.effectOf(item).changes
          : (await lookedUpRow(host, change, { item, recordId })).changes;
      known.set(item, guard.refuse(changes, line));
    }
    return items.map((item) => known.get(item) ?? null);
  };
  const inTurn = turns();
  return {
    reasons: (rows) => inTurn(() => compare(rows)),
    made: (results) => {
      for (const { status, id } of results) if (status === 'created' && id !== null) guard.made(host.entity.noun, id);
    },
  };
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
): Promise<RowEffect & { readonly result: RowResult }> {
  const wanted = Object.keys(valuesOf(row, change));
  const known = new Set(discovered.map(({ id }) => id));
  const fields = wanted.filter((field) => known.has(field));
  const records = new Map<number, SearchedRecord>();
  const id = await recordOf(service, kind, row, signal, { fields, records });
  if (typeof id !== 'number') return { result: id, sent: null, changes: [] };
  const record = records.get(id) ?? {};
  const head = { kind: noun, id, ...labelOf(record) };
  if (change.act === 'delete')
    return { result: deletedRow(id), sent: {}, changes: [{ ...head, is: 'deleted', record }] };
  const { values: sent, kept } = setIn(of, valuesOf(row, change), (field) => getOwn(record, field));
  if (sent === null) return { result: unchangedRow(id, kept), sent, changes: [] };
  const changes = [{ ...head, is: 'updated', fields: fieldChanges(record, sent) } as const];
  return { result: updatedRow(id, null, kept), sent, changes };
}

/** As an update of the record would set them. */
function setIn(of: ImportPlan['overwriting'], wanted: Item, storedOf: (field: string) => unknown) {
  const values = of === undefined ? wanted : settable(of, wanted, storedOf);
  return Object.keys(values).length === 0 ? { values: null, kept: [] } : withoutLostDigits(values, storedOf);
}
