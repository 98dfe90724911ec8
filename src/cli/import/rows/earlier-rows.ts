// What the rows so far say of each record, so that a later row of the same one adds what is new and contradicts nothing. Of each
// value a hash is kept, outside the heap: four bytes a mapped field.

import { own } from '../../../contract/dictionary.ts';
import type { Item } from '../../shared/records/item.ts';
import type { MatchKey } from './match-keys.ts';
import { RowKeys } from './row-keys.ts';

/** A row of a record that an earlier row has, too. */
export interface LaterRow {
  /** The key by which they are the same, and where the earlier row stands. */
  readonly known: MatchKey;
  readonly line: number;
  /** The number of the earlier row's bulk. */
  readonly bulk: number;
  /** Fields with a value that the earlier rows do not have, and with another one than they have. */
  readonly added: readonly string[];
  readonly contradicted: readonly string[];
}

/** In front of the hashes of a row: its line and its bulk. */
const HEADER_WORDS = 2;
const ROWS_AT_ONCE = 4_096;

export class EarlierRows {
  readonly #fields: readonly string[];
  readonly #stride: number;
  readonly #keys = new RowKeys();
  readonly #chunks: Int32Array[] = [];
  #rows = 0;

  constructor(fields: readonly string[]) {
    this.#fields = fields;
    this.#stride = fields.length + HEADER_WORDS;
  }

  /** Adds a row that goes out in this bulk. Null where no earlier row has one of its keys. */
  add(keys: readonly MatchKey[], item: Item, line: number, bulk: number): LaterRow | null {
    if (keys.length === 0) return null;
    const first = this.#keys.addUnlessKnown(keys, this.#rows);
    if (first === null) {
      const { words, at } = this.#row(this.#rows++);
      words[at] = line;
      words[at + 1] = bulk;
      for (const [index, field] of this.#fields.entries())
        words[at + HEADER_WORDS + index] = hashOf(spelled(field, item, keys));
      return null;
    }
    return this.#compare(keys, first.known, first.line, item, bulk);
  }

  #compare(keys: readonly MatchKey[], known: MatchKey, row: number, item: Item, bulk: number): LaterRow {
    const { words, at } = this.#row(row);
    const added: string[] = [];
    const contradicted: string[] = [];
    for (const [index, field] of this.#fields.entries()) {
      const hash = hashOf(spelled(field, item, keys));
      const place = at + HEADER_WORDS + index;
      if (hash === 0 || hash === words[place]) continue;
      (words[place] === 0 ? added : contradicted).push(field);
      if (words[place] === 0) words[place] = hash;
    }
    const later = { known, line: words[at] ?? 0, bulk: words[at + 1] ?? 0, added, contradicted };
    if (added.length > 0) words[at + 1] = bulk;
    return later;
  }

  #row(row: number): { readonly words: Int32Array; readonly at: number } {
    const chunk = Math.floor(row / ROWS_AT_ONCE);
    const words = this.#chunks[chunk] ?? new Int32Array(ROWS_AT_ONCE * this.#stride);
    this.#chunks[chunk] = words;
    return { words, at: (row % ROWS_AT_ONCE) * this.#stride };
  }
}

/** The fields whose values have many spellings, by the key that is one of them. */
const SPELLED: Readonly<Record<string, MatchKey['name']>> = {
  networkProfileUrl: 'NETWORK_URL',
  companyNetworkUrl: 'NETWORK_URL',
  domain: 'DOMAIN',
  website: 'WEBSITE',
};

function spelled(field: string, item: Item, keys: readonly MatchKey[]): Item[string] | undefined {
  const value = own(item, field);
  const name = value === undefined ? undefined : own(SPELLED, field);
  return (name && keys.find((key) => key.name === name)?.key) ?? value;
}

const SCHEME = /^https?:\/\/(?:www\.)?/i;
const ASCII = /^[ -~]*$/;
const [UPPER_A, UPPER_Z, LOWER] = [0x41, 0x5a, 0x20];

/** FNV-1a of the value without case, and of an address without scheme and the slash at its end; 0 for none. */
function hashOf(value: Item[string] | undefined): number {
  if (value === undefined || value === '') return 0;
  const given = String(value);
  // ASCII is folded letter by letter below, without another text.
  const text = ASCII.test(given) ? given : given.toLowerCase();
  const end = text.endsWith('/') ? text.length - 1 : text.length;
  let hash = 0x811c9dc5;
  for (let at = SCHEME.exec(text)?.[0].length ?? 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    hash = Math.imul(hash ^ (code >= UPPER_A && code <= UPPER_Z ? code + LOWER : code), 0x01000193);
  }
  return hash === 0 ? 1 : hash;
}
