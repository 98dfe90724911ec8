// What the rows so far say of each record, so that a later row of the same one adds what is new and contradicts nothing. Of each
// value a hash is kept, outside the heap: four bytes a mapped field.

import { dictionary, own } from '../../../contract/dictionary.ts';
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
  readonly #fields: readonly RowField[];
  readonly #stride: number;
  readonly #keys = new RowKeys((row, key) => this.#hasKey(row, key));
  readonly #chunks: Int32Array[] = [];
  /** The number of the next row, whose place holds what is compared with earlier ones. */
  #rows = 0;

  constructor(fields: readonly string[]) {
    this.#fields = fields.map((field) => ({ field, spelledBy: own(SPELLED, field) }));
    this.#stride = fields.length + HEADER_WORDS;
  }

  /** Adds a row that goes out in this bulk. Null where no earlier row has one of its keys. */
  add(keys: readonly MatchKey[], item: Item, line: number, bulk: number): LaterRow | null {
    if (keys.length === 0) return null;
    const { words, at } = this.#row(this.#rows);
    words[at] = line;
    words[at + 1] = bulk;
    let place = at + HEADER_WORDS;
    for (const field of this.#fields) words[place++] = hashOf(spelled(field, item, keys));
    const first = this.#keys.addUnlessKnown(keys, this.#rows);
    if (first !== null) return this.#compare(first.known, first.row, bulk);
    this.#rows += 1;
    return null;
  }

  /** Whether an earlier row and the next one have the same values behind this key: with its two hashes, 96 bits at least. */
  #hasKey(row: number, { kind }: MatchKey): boolean {
    const earlier = this.#row(row);
    const next = this.#row(this.#rows);
    return this.#fields.every(({ field }, index) => {
      const word = HEADER_WORDS + index;
      return KINDS_OF[field] !== kind || earlier.words[earlier.at + word] === next.words[next.at + word];
    });
  }

  #compare(known: MatchKey, row: number, bulk: number): LaterRow {
    const { words, at } = this.#row(row);
    const next = this.#row(this.#rows);
    const added: string[] = [];
    const contradicted: string[] = [];
    for (const [index, { field }] of this.#fields.entries()) {
      const hash = next.words[next.at + HEADER_WORDS + index] ?? 0;
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

interface RowField {
  readonly field: string;
  /** The kind of the key that is one spelling of its values, which have many. */
  readonly spelledBy: number | undefined;
}

const SPELLED: Readonly<Record<string, number>> = { networkProfileUrl: 1, companyNetworkUrl: 3, domain: 4, website: 5 };

/** The kinds of keys by the fields they consist of; an id is no value of a row. */
const KINDS_OF = dictionary<number>({
  ...SPELLED,
  professionalEmail: 0,
  firstName: 2,
  lastName: 2,
  companyName: 2,
  name: 6,
});

function spelled({ field, spelledBy }: RowField, item: Item, keys: readonly MatchKey[]): Item[string] | undefined {
  const value = own(item, field);
  if (value === undefined || spelledBy === undefined) return value;
  for (const { kind, key } of keys) if (kind === spelledBy) return key;
  return value;
}

const SCHEME = /^https?:\/\/(?:www\.)?/i;
const SMALL_H = 0x68;
const SLASH = 0x2f;
const LOWER = 0x20;

/** The small letter of each character of Latin alphabets, whose code has nine bits; 0 where it is more than one. */
const SMALL = Uint16Array.from({ length: 0x180 }, (_, code) => {
  const small = String.fromCharCode(code).toLowerCase();
  return small.length === 1 && small.charCodeAt(0) < 0x180 ? small.charCodeAt(0) : 0;
});
const smallOf = (code: number): number => (code < SMALL.length ? (SMALL[code] ?? 0) : 0);

/**
 * FNV-1a of the value without case, three characters at a time, and of an address without scheme and the slash at its end; 0 for none.
 */
function hashOf(value: Item[string] | undefined): number {
  if (value === undefined || value === '') return 0;
  const text = String(value);
  const end = text.charCodeAt(text.length - 1) === SLASH ? text.length - 1 : text.length;
  const isAddress = (text.charCodeAt(0) | LOWER) === SMALL_H;
  const start = isAddress ? (SCHEME.exec(text)?.[0].length ?? 0) : 0;
  let hash = 0x811c9dc5 ^ (end - start);
  let at = start;
  for (; at + 2 < end; at += 3) {
    const a = smallOf(text.charCodeAt(at));
    const b = smallOf(text.charCodeAt(at + 1));
    const c = smallOf(text.charCodeAt(at + 2));
    if (a === 0 || b === 0 || c === 0) return otherHash(text.slice(start, end).toLowerCase());
    hash = Math.imul(hash ^ (a | (b << 9) | (c << 18)), 0x01000193);
    hash ^= hash >>> 15;
  }
  for (; at < end; at += 1) {
    const small = smallOf(text.charCodeAt(at));
    if (small === 0) return otherHash(text.slice(start, end).toLowerCase());
    hash = Math.imul(hash ^ small, 0x01000193);
  }
  return hash === 0 ? 1 : hash;
}

/** Of a text in other alphabets, in small letters. */
function otherHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash === 0 ? 1 : hash;
}
