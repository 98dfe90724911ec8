// Whether a record in the service is what a row would have made. Pure; reconciling a lost bulk rests on it.

import type { EntityName } from '../../../contract/entities.ts';
import { getOwn } from '../../../contract/json.ts';
import { COMPANY_ALIASES, EDITABLE_FIELDS } from '../../../rules/records/fields.ts';
import { type Item, isTelling, type SearchFields, valuesOf } from '../../../rules/records/search-fields.ts';
import { likenessOf } from '../../../rules/records/spellings.ts';
import type { SearchedRecord } from '../service.ts';

/** Where a search of contacts shows a field of the company, beside its own name. */
function companyValue(record: SearchedRecord, alias: string): unknown {
  const displayed = getOwn(record, alias);
  if (displayed !== undefined) return displayed;
  const company = record['company'];
  const id = COMPANY_ALIASES.get(alias);
  if (typeof company !== 'object' || company === null || id === undefined) return undefined;
  return Object.entries(company).find(([key]) => key === id)?.[1];
}

/** How a record reads beside an item. */
export interface RecordComparison {
  /** The higher, the more alike. */
  readonly score: number;
  /** False: it may be the item's record as the service changed it, or another one. */
  readonly isSure: boolean;
  /** Custom fields that read the same, and those that read otherwise. */
  readonly equalCustoms: readonly string[];
  readonly otherCustoms: readonly string[];
}

const POINTS = { equal: 2, alike: 1, different: 0, hidden: 0 } as const;

interface ComparedValue {
  readonly field: string;
  readonly isCompany: boolean;
  /** `hidden`: the search does not show it, which says nothing. */
  readonly is: keyof typeof POINTS;
}

/** Whether everything that is shown agrees; null when it cannot be the item's record. */
function isSure(values: readonly ComparedValue[], entity: EntityName, names: SearchFields): boolean | null {
  const own = values.filter(({ isCompany }) => !isCompany);
  const hits = values.filter(({ is }) => is === 'equal' || is === 'alike');
  const misses = own.filter(({ is }) => is === 'different');
  if (own.length === 0 && hits.length === 0) return values.some(({ is }) => is === 'hidden') ? false : null;
  if (misses.length === 0) return hits.length > 0;
  if (hits.some(({ field, isCompany }) => !isCompany && isTelling(entity, field))) return false;
  return !misses.some(({ field }) => names.isStandard(field)) && hits.length > 0 ? false : null;
}

/**
 * How much a record looks like the one an item makes: null when it cannot be it. Values of its company, which rows after it may have
 * changed, count towards the likeness alone, and so do custom values; a value that the search does not show says nothing.
 */
export function compared(
  entity: EntityName,
  item: Item,
  record: SearchedRecord,
  names: SearchFields,
): RecordComparison | null {
  const values = [...valuesOf(item)].map(([field, sent]): ComparedValue => {
    const alias = entity === 'CONTACT' ? COMPANY_ALIASES.get(field) : undefined;
    const displayed = alias === undefined ? names.shown(record, field) : companyValue(record, field);
    const is = displayed === undefined ? 'hidden' : likenessOf(alias ?? field, displayed, sent);
    return { field, isCompany: alias !== undefined, is };
  });
  let sure = isSure(values, entity, names);
  if (sure === null) return null;
  let score = values.reduce((sum, { is }) => sum + POINTS[is], 0);
  // A record that says more than the row did is less likely to be the row's; with an address of its own it is another's.
  for (const field of EDITABLE_FIELDS[entity].keys()) {
    const displayed = getOwn(record, field);
    if (getOwn(item, field) !== undefined || displayed === undefined || displayed === null || displayed === '')
      continue;
    score -= 1;
    if (isTelling(entity, field)) sure = false;
  }
  const customs = (wanted: ComparedValue['is']) =>
    values.flatMap(({ field, isCompany, is }) =>
      is === wanted && !isCompany && !names.isStandard(field) ? field : [],
    );
  return { score, isSure: sure, equalCustoms: customs('equal'), otherCustoms: customs('different') };
}

export interface RecordPair {
  readonly place: number;
  readonly id: number;
  readonly score: number;
}

/** Gives each row at most one record and each record at most one row, the most alike first; of equals the newest. */
export function assignRecords(pairs: readonly RecordPair[]): ReadonlyMap<number, number> {
  const input = new Map<number, number>();
  const taken = new Set<number>();
  for (const { place, id } of pairs.toSorted((a, b) => b.score - a.score || b.id - a.id || a.place - b.place)) {
    if (input.has(place) || taken.has(id)) continue;
    input.set(place, id);
    taken.add(id);
  }
  return input;
}
