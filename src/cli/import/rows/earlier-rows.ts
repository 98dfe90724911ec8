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
  readonly #fields: readonly ComparedField[];
  readonly #stride: number;
  readonly #keys = new RowKeys();
  readonly #chunks: Int32Array[] = [];
  #rows = 0;

  constructor(fields: readonly string[]) {
    this.#fields = fields.map((field) => ({ field, keyName: own(SPELLED, field) }));
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
      let place = at + HEADER_WORDS;
      for (const field of this.#fields) words[place++] = hashOf(spelled(field, item, keys));
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
      (words[place] === 0 ? added : contradicted).push(field.field);
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

interface ComparedField {
  readonly field: string;
  readonly keyName: MatchKey['name'] | undefined;
}

/** Items are dictionaries. */
function spelled({ field, keyName }: ComparedField, item: Item, keys: readonly MatchKey[]): Item[string] | undefined {
  const value = item[field];
  if (value === undefined || keyName === undefined) return value;
  for (const { name, key } of keys) if (name === keyName) return key;
  return value;
}

const SCHEME = /^https?:\/\/(?:www\.)?/i;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const SMALL_H = 0x68;
const SLASH = 0x2f;
const LOWER = 0x20;
const ASCII_END = 0x80;

/** FNV-1a of the value without case, and of an address without scheme and the slash at its end; 0 for none. */
function hashOf(value: Item[string] | undefined, isLowerCase = false): number {
  if (value === undefined || value === '') return 0;
  const text = String(value);
  const end = text.charCodeAt(text.length - 1) === SLASH ? text.length - 1 : text.length;
  const isAddress = (text.charCodeAt(0) | LOWER) === SMALL_H;
  let hash = 0x811c9dc5;
  for (let at = isAddress ? (SCHEME.exec(text)?.[0].length ?? 0) : 0; at < end; at += 1) {
    let code = text.charCodeAt(at);
    if (code > UPPER_Z) {
      if (code >= ASCII_END && !isLowerCase) return hashOf(text.toLowerCase(), true);
    } else if (code >= UPPER_A) code += LOWER;
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return hash === 0 ? 1 : hash;
}
