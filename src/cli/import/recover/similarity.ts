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

interface MatchCounts {
  score: number;
  hits: number;
  tellingHits: number;
  standardMisses: number;
  companyHits: number;
  companyHidden: number;
  ownValues: number;
  readonly equalCustoms: string[];
  readonly otherCustoms: string[];
}

const POINTS = { equal: 2, alike: 1 } as const;

function addCompanyValue(counts: MatchCounts, field: string, displayed: unknown, sent: Item[string]): void {
  if (displayed === undefined) {
    counts.companyHidden += 1;
    return;
  }
  const likeness = likenessOf(COMPANY_ALIASES.get(field) ?? field, displayed, sent);
  // Rows after it may have changed the company.
  if (likeness === 'different') return;
  counts.companyHits += 1;
  counts.score += POINTS[likeness];
}

function addOwnValue(
  counts: MatchCounts,
  entity: EntityName,
  names: SearchFields,
  record: SearchedRecord,
  field: string,
  sent: Item[string],
) {
  counts.ownValues += 1;
  const displayed = names.shown(record, field);
  if (displayed === undefined) return;
  const likeness = likenessOf(field, displayed, sent);
  const isStandard = names.isStandard(field);
  if (likeness === 'different') {
    if (isStandard) counts.standardMisses += 1;
    else counts.otherCustoms.push(field);
    return;
  }
  counts.hits += 1;
  counts.score += POINTS[likeness];
  if (isTelling(entity, field)) counts.tellingHits += 1;
  if (!isStandard && likeness === 'equal') counts.equalCustoms.push(field);
}

/** Whether everything that is shown agrees; null when it cannot be the item's record. */
function isSure(counts: MatchCounts): boolean | null {
  const { hits, tellingHits, standardMisses, companyHits, companyHidden, ownValues, otherCustoms } = counts;
  if (ownValues === 0 && companyHits === 0) return companyHidden > 0 ? false : null;
  if (standardMisses + otherCustoms.length === 0) return hits + companyHits > 0;
  if (tellingHits > 0) return false;
  return standardMisses === 0 && hits + companyHits > 0 ? false : null;
}

/**
 * How much a record looks like the one an item makes: null when it cannot be it. Values of its company count towards the
 * likeness alone, and so do custom values; a value that the search does not show says nothing.
 */
export function compared(
  entity: EntityName,
  item: Item,
  record: SearchedRecord,
  names: SearchFields,
): RecordComparison | null {
  const counts: MatchCounts = {
    score: 0,
    hits: 0,
    tellingHits: 0,
    standardMisses: 0,
    companyHits: 0,
    companyHidden: 0,
    ownValues: 0,
    equalCustoms: [],
    otherCustoms: [],
  };
  for (const [field, sent] of valuesOf(item)) {
    if (entity === 'CONTACT' && COMPANY_ALIASES.has(field))
      addCompanyValue(counts, field, companyValue(record, field), sent);
    else addOwnValue(counts, entity, names, record, field, sent);
  }
  let sure = isSure(counts);
  if (sure === null) return null;
  let { score } = counts;
  // A record that says more than the row did is less likely to be the row's; with an address of its own it is another's.
  for (const field of EDITABLE_FIELDS[entity].keys()) {
    const displayed = getOwn(record, field);
    if (getOwn(item, field) !== undefined || displayed === undefined || displayed === null || displayed === '')
      continue;
    score -= 1;
    if (isTelling(entity, field)) sure = false;
  }
  const { equalCustoms, otherCustoms } = counts;
  return { score, isSure: sure, equalCustoms, otherCustoms };
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
