// A record in memory while it is changed.

import type { FieldValue } from '../items.ts';
import { changedCustom, changedStandard } from '../merge.ts';

export interface StoredRecord {
  readonly id: number;
  /** Of a contact; null for companies. */
  readonly companyId: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Standard fields that have a value, by id. */
  readonly standard: ReadonlyMap<string, FieldValue>;
  /** Custom and provider values by key; for a company also enrichment. */
  readonly properties: ReadonlyMap<string, unknown>;
}

/** A record that is being changed: one from the store, or a new one that already has its id. */
export interface PendingRecord extends StoredRecord {
  readonly isNew: boolean;
  companyId: number | null;
  updatedAt: number;
  isChanged: boolean;
  /** Fields whose value changed, possibly repeated: standard ones by id, others by key. Null for none. */
  changedFields: string[] | null;
  /** Replaced by another map where a value changes: what holds this one keeps what was. */
  standard: ReadonlyMap<string, FieldValue>;
  properties: ReadonlyMap<string, unknown>;
}

/** One from the store whose values are changed in place. */
export interface EditableRecord extends PendingRecord {
  readonly standard: Map<string, FieldValue>;
  readonly properties: Map<string, unknown>;
}

/** Values to write: standard ones by field id, others by property key. */
export interface RecordValues {
  readonly standard: ReadonlyMap<string, FieldValue>;
  readonly properties: ReadonlyMap<string, string>;
}

export function pendingRecord(stored: StoredRecord): PendingRecord {
  return { ...stored, isNew: false, isChanged: false, changedFields: null };
}

export function editableRecord(stored: StoredRecord): EditableRecord {
  return { ...pendingRecord(stored), standard: new Map(stored.standard), properties: new Map(stored.properties) };
}

const NO_VALUES: ReadonlyMap<string, FieldValue> = new Map();

export function newPendingRecord(id: number, now: number): PendingRecord {
  return {
    id,
    companyId: null,
    createdAt: now,
    updatedAt: now,
    standard: NO_VALUES,
    properties: NO_VALUES,
    isNew: true,
    isChanged: false,
    changedFields: null,
  };
}

/** Merges values in. Returns whether anything changed; if so, sets `updatedAt` to now. */
export function mergeInto(pending: PendingRecord, { standard, properties }: RecordValues, now: number): boolean {
  const changed = changedStandard(pending.standard, standard);
  const changedProperties = changedCustom(pending.properties, properties);
  if (changed.size + changedProperties.size === 0) return false;
  pending.standard = withValues(pending.standard, changed);
  pending.properties = withValues(pending.properties, changedProperties);
  addChangedFields(pending, changed.keys());
  addChangedFields(pending, changedProperties.keys());
  markChanged(pending, now);
  return true;
}

/** Copies only where both have values. */
function withValues<V>(before: ReadonlyMap<string, V>, changed: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  if (before.size === 0) return changed;
  return changed.size === 0 ? before : new Map([...before, ...changed]);
}

/** Has no effect on a new record: its creation is reported, not its changes. */
export function addChangedFields(pending: PendingRecord, fields: Iterable<string>): void {
  if (pending.isNew) return;
  pending.changedFields ??= [];
  for (const field of fields) pending.changedFields.push(field);
}

export function markChanged(pending: PendingRecord, now: number): void {
  pending.isChanged = true;
  pending.updatedAt = now;
}
