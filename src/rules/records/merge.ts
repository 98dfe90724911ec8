// What merging does to a record that was found.

import { domainKey, networkUrlKey, websiteKey } from './addresses.ts';
import type { FieldValue } from './items.ts';
import { crmIdKey, emailKey } from './normalize.ts';
import { KEPT_DIGITS, lacksDigits } from './spreadsheet-damage.ts';

type SpellingKey = (text: string) => string | null;

/** Values that have several spellings. The same value spelled in another way changes nothing (undocumented). */
const SPELLINGS: ReadonlyMap<string, SpellingKey> = new Map<string, SpellingKey>([
  ['professionalEmail', emailKey],
  ['networkProfileUrl', networkUrlKey],
  ['companyNetworkUrl', networkUrlKey],
  ['domain', domainKey],
  ['website', websiteKey],
  ['contactCRMId', crmIdKey],
  ['leadCRMId', crmIdKey],
  ['companyCRMId', crmIdKey],
]);

/** Whether a standard field holds the same value before and after, also where a spreadsheet took digits off it. */
export function isSameValue(id: string, before: FieldValue | null | undefined, after: FieldValue): boolean {
  if (before === after || lacksDigits(id, before, after)) return true;
  const spelling = SPELLINGS.get(id);
  if (!spelling || typeof before !== 'string' || typeof after !== 'string') return false;
  const key = spelling(before);
  return key !== null && key === spelling(after);
}

/** What a merge writes: a sent value overwrites; what was not sent, or was empty, stays (items hold nothing empty). */
export function changedStandard(before: ReadonlyMap<string, FieldValue>, sent: ReadonlyMap<string, FieldValue>) {
  if (before.size === 0) return sent;
  const changed = new Map<string, FieldValue>();
  for (const [id, value] of sent) if (!isSameValue(id, before.get(id), value)) changed.set(id, value);
  return changed;
}

/** Of numbers that a merge has kept, by what there is after it. */
export function keptNumbers(after: ReadonlyMap<string, FieldValue>, sent: ReadonlyMap<string, FieldValue>): string[] {
  const warnings: string[] = [];
  for (const [id, value] of sent) if (lacksDigits(id, after.get(id), value)) warnings.push(id + KEPT_DIGITS);
  return warnings;
}

/** The same for custom fields, whose text counts to the last character. */
export function changedCustom(before: ReadonlyMap<string, unknown>, sent: ReadonlyMap<string, string>) {
  if (before.size === 0) return sent;
  const changed = new Map<string, string>();
  for (const [name, value] of sent) if (before.get(name) !== value) changed.set(name, value);
  return changed;
}

export interface Match<M extends string> {
  readonly id: number;
  readonly by: M;
  /** Other records that other keys matched: left as they are, and named. */
  readonly warnings: readonly string[];
}

/**
 * The record an item is merged into: the first key of `precedence` that finds one wins. Null when none does.
 * `found` gives the record of a key.
 */
export function chooseMatch<M extends string>(
  noun: 'contact' | 'company',
  precedence: readonly M[],
  found: (by: M) => number | null,
): Match<M> | null {
  let match: { id: number; by: M } | null = null;
  const others = new Map<number, M>();
  for (const by of precedence) {
    const id = found(by);
    if (id === null) continue;
    if (match === null) match = { id, by };
    else if (id !== match.id && !others.has(id)) others.set(id, by);
  }
  if (match === null) return null;
  const { id: mergedId, by: mergedBy } = match;
  const warnings = [...others].map(
    ([id, by]) => `${noun} ${id} matches too (${by}); merged into ${mergedId} (${mergedBy}), ${id} is unchanged`,
  );
  return { ...match, warnings };
}
