// Rows of contacts whose companies the service takes for one, though they have different names: the last name would stand.

import { own } from '../../../contract/dictionary.ts';
import { companyDomainKey, companyWebsiteKey, networkPageKey } from '../../../rules/records/addresses.ts';
import { nameKey } from '../../../rules/records/normalize.ts';
import type { Item } from '../../shared/records/item.ts';

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
  readonly #names = new Map<string, string>();
  readonly #different = new Map<string, Set<string>>();

  add(item: Item): void {
    if (this.#rows === ROWS_MAX) return;
    this.#rows += 1;
    this.#note(item);
    // The texts of names hold those of their rows in memory.
    if (this.#rows === ROWS_MAX)
      for (const key of this.#names.keys()) if (!this.#different.has(key)) this.#names.delete(key);
  }

  #note(item: Item): void {
    const { companyName: name } = item;
    if (typeof name !== 'string' || nameKey(name) === null) return;
    for (const [field, word, keyOf] of KEYS) {
      const value = own(item, field);
      const key = typeof value === 'string' ? keyOf(value) : null;
      if (key !== null) this.#add(`${word} ${key}`, name);
    }
  }

  #add(key: string, name: string): void {
    const first = this.#names.get(key);
    if (first === undefined) this.#names.set(key, name);
    else if (first !== name && !areAlike(first, name)) {
      const others = this.#different.get(key) ?? new Set();
      this.#different.set(key, others.add(name));
    }
  }

  lines(): string[] {
    const all = [...this.#different].map(([key, others]) => {
      const names = [this.#names.get(key) ?? '', ...others];
      const more = names.length - NAMES_SHOWN;
      const quoted = names.slice(0, NAMES_SHOWN).map((name) => JSON.stringify(name));
      return `companies of different names have the ${key} and would become one: ${quoted.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    });
    if (all.length <= LINES_SHOWN) return all;
    return [...all.slice(0, LINES_SHOWN), `and ${all.length - LINES_SHOWN} more such domains or pages`];
  }
}
