// Whether a record in the service is what a row would have made. Pure; settling a lost bulk rests on it.

import { COMPANY_ALIASES, EDITABLE_FIELDS } from '../../../rules/records/fields.ts';
import { isSameValue } from '../../../rules/records/merge.ts';
import type { Item } from '../mapping/item.ts';
import type { EntityKind } from '../mapping/plan.ts';
import type { Found } from '../service.ts';

const NOT_VALUES = new Set(['listId', 'mergeWithExisting']);

/** Where a search of contacts shows a field of the company, beside its own name. */
function companyValue(record: Found, alias: string): unknown {
  const own = record[alias];
  if (own !== undefined) return own;
  const company = record['company'];
  const id = COMPANY_ALIASES.get(alias);
  if (typeof company !== 'object' || company === null || id === undefined) return undefined;
  return Object.entries(company).find(([key]) => key === id)?.[1];
}

/** NUL is the one character that a store does not keep. */
const storedText = (value: string) => value.replaceAll('\0', '');

function isEqual(field: string, shown: unknown, sent: Item[string]): boolean {
  if (typeof sent === 'string') return typeof shown === 'string' && isSameValue(field, shown, storedText(sent));
  return shown === sent || String(shown) === String(sent);
}

/**
 * How much a record looks like the one an item makes: null when it cannot be it, because a value of its own differs.
 * Values of its company count towards the likeness alone: rows after it may have changed them. A value that the search
 * does not show at all says nothing.
 */
export function similarity(entity: EntityKind, item: Item, record: Found): number | null {
  let score = 0;
  let ownValues = 0;
  let companyHits = 0;
  for (const [field, sent] of Object.entries(item)) {
    if (NOT_VALUES.has(field)) continue;
    if (entity === 'CONTACT' && COMPANY_ALIASES.has(field)) {
      if (!isEqual(COMPANY_ALIASES.get(field) ?? field, companyValue(record, field), sent)) continue;
      companyHits += 1;
      score += 2;
      continue;
    }
    ownValues += 1;
    const shown = record[field];
    if (shown === undefined) continue;
    if (!isEqual(field, shown, sent)) return null;
    score += 2;
  }
  if (ownValues === 0 && companyHits === 0) return null;
  // A record that says more than the row did is less likely to be the row's.
  for (const field of EDITABLE_FIELDS[entity].keys()) {
    const shown = record[field];
    if (item[field] === undefined && shown !== undefined && shown !== null && shown !== '') score -= 1;
  }
  return score;
}

export interface Pair {
  readonly place: number;
  readonly id: number;
  readonly score: number;
}

/** Gives each row at most one record and each record at most one row, the most alike first; of equals the newest. */
export function assignRecords(pairs: readonly Pair[]): ReadonlyMap<number, number> {
  const given = new Map<number, number>();
  const taken = new Set<number>();
  for (const { place, id } of pairs.toSorted((a, b) => b.score - a.score || b.id - a.id || a.place - b.place)) {
    if (given.has(place) || taken.has(id)) continue;
    given.set(place, id);
    taken.add(id);
  }
  return given;
}
