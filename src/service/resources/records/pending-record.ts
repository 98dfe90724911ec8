// A record in memory while it is changed.

import type { FieldValue } from '../../../rules/records/items.ts';
import { changedCustom, changedStandard } from '../../../rules/records/merge.ts';
import type { StoredRecord } from './queries/records.ts';

/** A record that is being changed: one from the store, or a new one that already has its id. */
export interface PendingRecord extends StoredRecord {
  readonly isNew: boolean;
  companyId: number | null;
  updatedAt: number;
  isChanged: boolean;
  /** Fields whose value changed, possibly repeated: standard ones by id, others by key. Null for none. */
  changedFields: string[] | null;
  readonly standard: Map<string, FieldValue>;
  readonly properties: Map<string, unknown>;
}

/** Values to write: standard ones by field id, others by property key. */
export interface RecordValues {
  readonly standard: ReadonlyMap<string, FieldValue>;
  readonly properties: ReadonlyMap<string, string>;
}

export function pendingRecord(stored: StoredRecord): PendingRecord {
  return {
    ...stored,
    standard: new Map(stored.standard),
    properties: new Map(stored.properties),
    isNew: false,
    isChanged: false,
    changedFields: null,
  };
}

export function newPendingRecord(id: number, now: number): PendingRecord {
  return {
    id,
    companyId: null,
    createdAt: now,
    updatedAt: now,
    standard: new Map(),
    properties: new Map(),
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
  for (const [id, value] of changed) pending.standard.set(id, value);
  for (const [key, value] of changedProperties) pending.properties.set(key, value);
  addChangedFields(pending, changed.keys());
  addChangedFields(pending, changedProperties.keys());
  markChanged(pending, now);
  return true;
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
