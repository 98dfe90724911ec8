// Records in memory while a bulk is planned, and the keys they are found by.

import type { Value } from '../../../rules/records/items.ts';
import { changedCustom, changedStandard } from '../../../rules/records/merge.ts';
import type { Stored } from './queries/records.ts';

/** A record under change: stored before, or new with an id of its own already. */
export interface Draft extends Stored {
  readonly isNew: boolean;
  companyId: number | null;
  updatedAt: number;
  isChanged: boolean;
  /** Ids of the fields that got another value, some twice: standard ones by id, further ones by key. Null for none. */
  changedFields: string[] | null;
  readonly standard: Map<string, Value>;
  readonly properties: Map<string, unknown>;
}

/** What is written on a record: standard values by field id, further ones by property key. */
export interface Written {
  readonly standard: ReadonlyMap<string, Value>;
  readonly properties: ReadonlyMap<string, string>;
}

export function draftOf(stored: Stored): Draft {
  return {
    ...stored,
    standard: new Map(stored.standard),
    properties: new Map(stored.properties),
    isNew: false,
    isChanged: false,
    changedFields: null,
  };
}

export function newDraft(id: number, now: number): Draft {
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

/** Merges values in. Says whether anything changed; if so the record is `updatedAt` now. */
export function mergeInto(draft: Draft, { standard, properties }: Written, now: number): boolean {
  const changed = changedStandard(draft.standard, standard);
  const changedProperties = changedCustom(draft.properties, properties);
  if (changed.size + changedProperties.size === 0) return false;
  for (const [id, value] of changed) draft.standard.set(id, value);
  for (const [key, value] of changedProperties) draft.properties.set(key, value);
  noteChanged(draft, changed.keys());
  noteChanged(draft, changedProperties.keys());
  touch(draft, now);
  return true;
}

/** Of a record that was there before: what became of a new one is its creation. */
export function noteChanged(draft: Draft, fields: Iterable<string>): void {
  if (draft.isNew) return;
  draft.changedFields ??= [];
  for (const field of fields) draft.changedFields.push(field);
}

export function touch(draft: Draft, now: number): void {
  draft.isChanged = true;
  draft.updatedAt = now;
}

/**
 * The store may hold another record for the key that was not read: what follows must be planned anew, after what was
 * planned so far is written.
 */
export class Unsure extends Error {
  override readonly name = 'Unsure';
}

interface Holders {
  /** Lowest first. */
  readonly ids: number[];
  /** More records have the key than were read. */
  readonly hasMore: boolean;
  /** One that was read lost the key: the next lowest may be among those that were not. */
  isUnsure: boolean;
}

/** Which records have a key, as far as it was read, kept up to date with what is planned. */
export class KeyIndex {
  readonly #holders = new Map<string, Holders>();

  /** The oldest of `n` records of the store that have the key. */
  load(key: string, id: number, n: number): void {
    this.#holders.set(key, { ids: [id], hasMore: n > 1, isUnsure: false });
  }

  /** The oldest record with the key, or null. Throws Unsure. */
  lowest(key: string): number | null {
    const holders = this.#holders.get(key);
    if (holders?.isUnsure) throw new Unsure();
    return holders?.ids[0] ?? null;
  }

  move(id: number, from: string | null, to: string | null): void {
    if (from === to) return;
    if (from !== null) this.#remove(from, id);
    if (to !== null) this.#add(to, id);
  }

  #add(key: string, id: number): void {
    const holders = this.#holders.get(key);
    if (!holders) this.#holders.set(key, { ids: [id], hasMore: false, isUnsure: false });
    else if (!holders.ids.includes(id)) holders.ids.splice(holders.ids.filter((other) => other < id).length, 0, id);
  }

  #remove(key: string, id: number): void {
    const holders = this.#holders.get(key);
    const place = holders?.ids.indexOf(id) ?? -1;
    if (!holders || place < 0) return;
    holders.ids.splice(place, 1);
    if (holders.hasMore) holders.isUnsure = true;
  }
}
