// What the items of a bulk make of the records that were read, one after the other.

import { type EntityName, NOUN } from '../../../contract/entities.ts';
import {
  mergeInto,
  newPendingRecord,
  type PendingRecord,
  type RecordValues,
} from '../../../rules/records/upsert/pending-record.ts';
import { type Change, type ChangedValue, isEqual, STAYS } from './recorded-route.ts';
import type { KnownBefore, ListTracker } from './stored-records.ts';

type Label = Pick<Change, 'label'>;

export function newRecord(id: number, values: RecordValues): PendingRecord {
  const record = newPendingRecord(id, 0);
  mergeInto(record, values, 0);
  return record;
}

/** Of a contact with the values that it was made with: undo deletes it only while it has no others. */
export const createdChange = (entity: EntityName, id: number, label: Label, record: PendingRecord): Change => ({
  kind: NOUN[entity],
  id,
  ...label,
  is: 'created',
  ...(entity === 'COMPANY'
    ? { lasting: STAYS.company }
    : {
        fields: Object.fromEntries([...record.standard, ...record.properties].map(([name, to]) => [name, [null, to]])),
      }),
});

interface ChangedRecord {
  readonly entity: EntityName;
  readonly id: number;
  readonly label: Label;
  /** Null for one that the bulk creates; undefined where it could not be read. */
  readonly before: PendingRecord | null | undefined;
  readonly now: PendingRecord;
  /** The lists that it comes to. */
  readonly lists: Set<number>;
}

/** The records as they become, item by item, and what that changes. */
export class BulkOutcome {
  readonly #known: KnownBefore;
  readonly #tracker: ListTracker;
  readonly #records = new Map<string, ChangedRecord>();

  constructor({ known, lists }: { readonly known: KnownBefore; readonly lists: ListTracker }) {
    this.#known = known;
    this.#tracker = lists;
  }

  #record(entity: EntityName, id: number): ChangedRecord {
    const key = `${entity} ${id}`;
    const known = this.#records.get(key);
    if (known !== undefined) return known;
    const before = this.#known.before[entity].get(id);
    const label = this.#known.labels.get(key);
    const now = before === undefined ? newPendingRecord(id, 0) : { ...before };
    return this.#add({ entity, id, label: label === undefined ? {} : { label }, before, now });
  }

  #add(record: Omit<ChangedRecord, 'lists'>): ChangedRecord {
    const added = { ...record, lists: new Set<number>() };
    this.#records.set(`${record.entity} ${record.id}`, added);
    return added;
  }

  created(entity: EntityName, id: number, label: Label, values: RecordValues): void {
    this.#add({ entity, id, label, before: null, now: newRecord(id, values) });
  }

  merged(entity: EntityName, id: number, values: RecordValues, companyId: number | null): void {
    const { now } = this.#record(entity, id);
    mergeInto(now, values, 0);
    if (companyId !== null) now.companyId = companyId;
  }

  listed(entity: EntityName, id: number, listId: number | null): void {
    if (listId !== null && this.#tracker.isNew(listId, id)) this.#record(entity, id).lists.add(listId);
  }

  changes(): Change[] {
    const unreadMembers = new Map<number, Change>();
    const changes = [...this.#records.values()].flatMap((record): Change[] => {
      const { entity, id, label, before, now } = record;
      const lists = record.lists.size === 0 ? {} : { members: { lists: { added: [...record.lists] } } };
      if (before === null) return [{ ...createdChange(entity, id, label, now), ...lists }];
      const head = { kind: NOUN[entity], id, ...label, is: 'updated' } as const;
      if (before === undefined) {
        for (const listId of record.lists) addMember(unreadMembers, listId, entity, id);
        const fields = fieldsBetween(newPendingRecord(id, 0), now);
        const unread = `the values before could not be read: ${Object.keys(fields).join(', ')}`;
        return Object.keys(fields).every((name) => name === 'companyId') ? [] : [{ ...head, fields, unread }];
      }
      const fields = fieldsBetween(before, now);
      const hasFields = Object.keys(fields).length > 0;
      return hasFields || record.lists.size > 0 ? [{ ...head, ...(hasFields && { fields }), ...lists }] : [];
    });
    return [...changes, ...unreadMembers.values()];
  }
}

/** Where the record itself cannot be taken back, its place in a list can. */
function addMember(changes: Map<number, Change>, listId: number, entity: EntityName, id: number): void {
  const of = entity === 'CONTACT' ? 'contacts' : 'companies';
  const added = [...(changes.get(listId)?.members?.[of]?.added ?? []), id];
  changes.set(listId, { kind: 'list', id: listId, is: 'updated', members: { [of]: { added } } });
}

export function fieldsBetween(before: PendingRecord, now: PendingRecord): Readonly<Record<string, ChangedValue>> {
  const names = new Set([...now.standard.keys(), ...now.properties.keys()]);
  const fields = [...names].flatMap((name): [string, ChangedValue][] => {
    const from = before.standard.get(name) ?? before.properties.get(name) ?? null;
    const to = now.standard.get(name) ?? now.properties.get(name) ?? null;
    return isEqual(from, to) ? [] : [[name, [from, to]]];
  });
  if (before.companyId !== now.companyId) fields.push(['companyId', [before.companyId, now.companyId]]);
  return Object.fromEntries(fields);
}
