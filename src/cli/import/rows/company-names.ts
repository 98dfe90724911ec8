// Rows of contacts whose companies the service takes for one, though they have different names: the last name would stand.

import { firstOf } from '../../../contract/english.ts';
import { getOwn } from '../../../contract/json.ts';
import { companyDomainKey, companyWebsiteKey, networkPageKey } from '../../../rules/records/addresses.ts';
import { nameKey } from '../../../rules/records/normalize.ts';
import type { Item } from '../../shared/records/rows.ts';

/** Rows that are looked at: bounds time and memory, whatever the file. */
const ROWS_MAX = 20_000;
const LINES_SHOWN = 5;
const NAMES_SHOWN = 3;

const KEYS: readonly (readonly [field: string, word: string, keyOf: (text: string) => string | null])[] = [
  ['companyDomain', 'domain', companyDomainKey],
  ['companyWebsite', 'website', companyWebsiteKey],
  ['companyNetworkUrl', 'network page', (url) => networkPageKey('COMPANY', url)],
];

const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** `Acme` and `Acme Inc.` are one company by any reading. */
function areAlike(one: string, other: string): boolean {
  const [first, second] = [bare(one), bare(other)];
  return first.startsWith(second) || second.startsWith(first);
}

export class CompanyNames {
  #rows = 0;
  /** By the key of a kind, while rows are looked at. */
  readonly #names = KEYS.map(() => new Map<string, string>());
  readonly #different = new Map<string, Set<string>>();

  /** Whether further rows count. */
  get isOpen(): boolean {
    return this.#rows < ROWS_MAX;
  }

  add(item: Item): void {
    this.#rows += 1;
    this.#note(item);
    // The texts of names hold those of their rows in memory.
    if (!this.isOpen) for (const names of this.#names) names.clear();
  }

  #note(item: Item): void {
    const { companyName: name } = item;
    if (typeof name !== 'string' || nameKey(name) === null) return;
    for (const [kind, [field, word, keyOf]] of KEYS.entries()) {
      const value = getOwn(item, field);
      const key = typeof value === 'string' ? keyOf(value) : null;
      const names = this.#names[kind];
      if (key === null || names === undefined) continue;
      const first = names.get(key);
      if (first === undefined) names.set(key, name);
      else if (first !== name && !areAlike(first, name)) {
        const all = this.#different.get(`${word} ${key}`) ?? new Set([first]);
        this.#different.set(`${word} ${key}`, all.add(name));
      }
    }
  }

  lines(): string[] {
    const all = [...this.#different].map(([key, names]) => {
      const quoted = [...names].map((name) => JSON.stringify(name));
      return `companies of different names have the ${key} and would become one: ${firstOf(quoted, NAMES_SHOWN)}`;
    });
    if (all.length <= LINES_SHOWN) return all;
    return [...all.slice(0, LINES_SHOWN), `and ${all.length - LINES_SHOWN} more such domains or pages`];
  }
}
