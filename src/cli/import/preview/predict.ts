// Predicts by reads alone what an import would do to each row: the service's own rules of matching, merging and changing, on the
// records that were read and on what the rows before would have made of them.

import { issuesText } from '../../../contract/envelope.ts';
import { getOwn } from '../../../contract/json.ts';
import { companyItem, contactItem } from '../../../rules/records/items.ts';
import {
  type CompanyPlanInput,
  type CompanyUpserted,
  type ContactPlanInput,
  type ContactUpserted,
  companyInput,
  contactInput,
  matchCompany,
  matchedRecords,
  planCompany,
  planContact,
} from '../../../rules/records/upsert/plan.ts';
import { type Change, fieldChanges, labelOf } from '../../session/history/recorded-route.ts';
import { isStored } from '../../session/history/stored-records.ts';
import type { PlanGuard } from '../../session/plan/plan-guard.ts';
import type { Entity, Item } from '../../shared/records/entity.ts';
import { settable } from '../../shared/records/overwriting.ts';
import type { RecordChange } from '../mapping/plan.ts';
import { deletedRow, failedRow, importedRow, type RowResult, unchangedRow, updatedRow } from '../report/row-result.ts';
import type { Segment } from '../rows/segments.ts';
import type { RowGate } from '../run.ts';
import { type ChangedRow, recordOf, valuesOf } from '../send/change-record.ts';
import { settableCompany, settableContact, storedIn } from '../send/settable-items.ts';
import type { SearchedRecord } from '../service.ts';
import { companiesOf, KnownWorkspace, READ_WHOLE_MAX, type WorkspaceReading } from './known-workspace.ts';
import { copyOf, rowChanges } from './row-effects.ts';

interface PredictionHost extends WorkspaceReading {
  readonly entity: Entity;
}

/** An item of the file, ready to be planned; `id`: the record that it updates. */
type PlannedRow =
  | { readonly id: number; readonly item: Item }
  | { readonly id: null; readonly item: Item; readonly contact: ContactPlanInput }
  | { readonly id: null; readonly item: Item; readonly company: CompanyPlanInput };

/** The values of a row by the names of their fields: no service gave them keys. */
const byName = (_: string, custom: ReadonlyMap<string, string>) => custom;

export class Prediction {
  readonly #host: PredictionHost;
  readonly #known: KnownWorkspace;
  readonly #members = new Set<number>();
  readonly #effects = new WeakMap<Item, readonly Change[]>();
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
    const planned = segments.map(({ items, recordId }) => items.map((item) => this.#planned(item, recordId)));
    const all = planned.flat();
    const merging = all.flatMap((one) =>
      one.id === null && 'contact' in one && one.contact.mergeWithExisting ? one.contact : [],
    );
    const companies = all.flatMap((one) =>
      one.id === null && 'company' in one && one.company.mergeWithExisting ? one.company : [],
    );
    const ids = all.flatMap(({ id }) => id ?? []);
    if (merging.length + companies.length + ids.length > 0)
      await this.#known.read({ contacts: merging, companies: [...companies, ...companiesOf(merging)], ids });
    const results = planned.map((items) => items.map((one) => this.#result(one)));
    await this.#countAdded(results.flat());
    return results.map((some) => some.map(withoutNewId));
  }

  #planned(item: Item, id: number | null): PlannedRow {
    if (id !== null) return { id, item };
    return this.#host.entity.name === 'CONTACT'
      ? { id, item, contact: contactInput(contactItem(item), byName) }
      : { id, item, company: companyInput(companyItem(item), byName) };
  }

  #result(one: PlannedRow): RowResult {
    if (one.id !== null) return this.#updated(one.id, one.item);
    const { contacts, companies } = this.#known;
    const { overwriting: of } = this.#host.plan;
    if ('contact' in one) {
      const sent =
        of === undefined ? one.contact : contactInput(contactItem(settableContact(of, this.#known, one.item)), byName);
      const matched = sent.mergeWithExisting ? matchedRecords(contacts, companies, sent) : null;
      const before = copyOf(contacts.byId, matched?.contact?.id);
      const companyBefore = copyOf(companies.byId, matched?.company?.id);
      const upserted = planContact(contacts, companies, sent, 0);
      this.#effects.set(one.item, [
        ...rowChanges('contact', before, contacts.byId.get(upserted.record.id)),
        ...(upserted.company === null
          ? []
          : rowChanges('company', companyBefore, companies.byId.get(upserted.company.record.id))),
      ]);
      return this.#upserted(upserted);
    }
    const sent =
      of === undefined ? one.company : companyInput(companyItem(settableCompany(of, this.#known, one.item)), byName);
    const match = sent.mergeWithExisting ? matchCompany(companies, sent, null) : null;
    const before = copyOf(companies.byId, match?.id);
    const upserted = planCompany(companies, sent, 0);
    this.#effects.set(one.item, rowChanges('company', before, companies.byId.get(upserted.record.id)));
    return this.#upserted(upserted);
  }

  /** What the item would change, once its result was asked for. */
  changesOf(item: Item): readonly Change[] {
    return this.#effects.get(item) ?? [];
  }

  #upserted({ record, outcome, matchedBy }: ContactUpserted | CompanyUpserted): RowResult {
    const { id, companyId } = record;
    const appUrl = this.#known.appUrl(id);
    return importedRow({ id, outcome, matchedBy: matchedBy ?? '', companyId, appUrl, createdAt: null });
  }

  #updated(id: number, wanted: Item): RowResult {
    const { noun } = this.#host.entity;
    const { overwriting: of } = this.#host.plan;
    const record = this.#known.record(id);
    if (record === undefined) return failedRow(`There is no ${noun} ${id}`);
    const item = of === undefined ? wanted : settable(of, wanted, (field) => storedIn(record, field));
    if (Object.keys(item).length === 0) return unchangedRow(id);
    const before = { ...record };
    const issues = this.#known.update(record, item);
    if (issues.length > 0) return failedRow(issuesText(issues));
    this.#effects.set(wanted, rowChanges(noun, before, record));
    return updatedRow(id, { companyId: record.companyId, appUrl: this.#known.appUrl(id) });
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
