// What the rows so far say of each record, so that a later row of the same one adds what is new and contradicts nothing. Of each
// value a hash is kept, outside the heap: four bytes a mapped field.

import type { ItemReader } from '../mapping/item.ts';
import { KEY_FIELDS, type MatchKeys } from './match-keys.ts';
import { RowKeys } from './row-keys.ts';

/** A row of a record that an earlier row has, too. */
export interface LaterRow {
  /** The kind of the key by which they are the same, and where the earlier row stands. */
  readonly kind: number;
  readonly line: number;
  /** The number of the earlier row's bulk. */
  readonly bulk: number;
  /** The places of fields with a value that the earlier rows do not have, and with another one than they have. */
  readonly added: readonly number[];
  readonly contradicted: readonly number[];
}

/** In front of the hashes of a row: its line, its bulk, and what belongs to its id. */
const HEADER_WORDS = 3;
const ID_WORD = 2;
const ROWS_AT_ONCE = 4_096;

export class EarlierRows {
  readonly #reader: ItemReader;
  readonly #stride: number;
  /** By the kind of a key: the places of the hashes behind it. */
  readonly #places: readonly (readonly number[])[];
  readonly #keys = new RowKeys((row, kind) => this.#hasKey(row, kind));
  readonly #chunks: Int32Array[] = [];
  /** The number of the next row, whose place holds what is compared with earlier ones. */
  #rows = 0;

  constructor(reader: ItemReader) {
    this.#reader = reader;
    this.#stride = reader.fields.length + HEADER_WORDS;
    const placeOf = (field: string) => reader.fields.indexOf(field) + HEADER_WORDS;
    this.#places = KEY_FIELDS.map((fields) => [
      ID_WORD,
      ...fields.map(placeOf).filter((place) => place >= HEADER_WORDS),
    ]);
  }

  /** Adds the row that the reader read last, which goes out in this bulk. Null where no earlier row has one of its keys. */
  add(keys: MatchKeys, line: number, bulk: number): LaterRow | null {
    if (keys.count === 0) return null;
    const words = this.#chunkOf(this.#rows);
    const at = this.#placeOf(this.#rows);
    words[at] = line;
    words[at + 1] = bulk;
    words[at + ID_WORD] = keys.idRest;
    const { folded } = this.#reader;
    // For so few words, a call costs more than the loop.
    for (let field = 0; field < folded.length; field += 1) words[at + HEADER_WORDS + field] = folded[field] ?? 0;
    const first = this.#keys.addUnlessKnown(keys, this.#rows);
    if (first !== null) return this.#compare(first.kind, first.row, bulk);
    this.#rows += 1;
    return null;
  }

  /** Whether an earlier row and the next one have the same values behind this key. */
  #hasKey(row: number, kind: number): boolean {
    const earlier = this.#chunkOf(row);
    const at = this.#placeOf(row);
    const next = this.#chunkOf(this.#rows);
    const nextAt = this.#placeOf(this.#rows);
    return (this.#places[kind] ?? []).every((place) => earlier[at + place] === next[nextAt + place]);
  }

  #compare(kind: number, row: number, bulk: number): LaterRow {
    const words = this.#chunkOf(row);
    const at = this.#placeOf(row);
    const added: number[] = [];
    const contradicted: number[] = [];
    for (const [field, hash] of this.#reader.folded.entries()) {
      const place = at + HEADER_WORDS + field;
      if (hash === 0 || hash === words[place]) continue;
      (words[place] === 0 ? added : contradicted).push(field);
      if (words[place] === 0) words[place] = hash;
    }
    const later = { kind, line: words[at] ?? 0, bulk: words[at + 1] ?? 0, added, contradicted };
    if (added.length > 0) words[at + 1] = bulk;
    return later;
  }

  #chunkOf(row: number): Int32Array {
    const chunk = Math.floor(row / ROWS_AT_ONCE);
    const words = this.#chunks[chunk] ?? new Int32Array(ROWS_AT_ONCE * this.#stride);
    this.#chunks[chunk] = words;
    return words;
  }

  #placeOf(row: number): number {
    return (row % ROWS_AT_ONCE) * this.#stride;
  }
}
