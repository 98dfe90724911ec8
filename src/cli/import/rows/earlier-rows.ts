// What the rows so far say of each record, so that a later row of the same one adds what is new and contradicts nothing. Of each
// value a hash is kept: four bytes a mapped field.

import type { ItemReader } from '../mapping/item.ts';
import { KEY_FIELDS, type MatchKeys } from './match-keys.ts';
import { RowKeys } from './row-keys.ts';
import { RowWords } from './row-words.ts';

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

export class EarlierRows {
  readonly #reader: ItemReader;
  /** By the kind of a key: the places of the hashes behind it. */
  readonly #places: readonly (readonly number[])[];
  readonly #keys = new RowKeys((row, kind) => this.#hasKey(row, kind));
  readonly #words: RowWords;
  /** The number of the next row, whose place holds what is compared with earlier ones. */
  #rows = 0;

  constructor(reader: ItemReader) {
    this.#reader = reader;
    this.#words = new RowWords(reader.fields.length + HEADER_WORDS);
    const placeOf = (field: string) => reader.fields.indexOf(field) + HEADER_WORDS;
    this.#places = KEY_FIELDS.map((fields) => [
      ID_WORD,
      ...fields.map(placeOf).filter((place) => place >= HEADER_WORDS),
    ]);
  }

  /** Adds the row that the reader read last, which goes out in this bulk. Null where no earlier row has one of its keys. */
  add(keys: MatchKeys, line: number, bulk: number): LaterRow | null {
    if (keys.count === 0) return null;
    const at = this.#words.placeOf(this.#rows);
    const words = this.#words.last;
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
    const earlier = this.#words.of(row);
    const at = this.#words.placeOf(this.#rows);
    const next = this.#words.last;
    return (this.#places[kind] ?? []).every((place) => earlier[place] === next[at + place]);
  }

  #compare(kind: number, row: number, bulk: number): LaterRow {
    const words = this.#words.of(row);
    const added: number[] = [];
    const contradicted: number[] = [];
    for (const [field, hash] of this.#reader.folded.entries()) {
      const place = HEADER_WORDS + field;
      if (hash === 0 || hash === words[place]) continue;
      (words[place] === 0 ? added : contradicted).push(field);
      if (words[place] === 0) words[place] = hash;
    }
    const later = { kind, line: words[0] ?? 0, bulk: words[1] ?? 0, added, contradicted };
    if (added.length > 0) {
      words[1] = bulk;
      this.#words.put(row, words);
    }
    return later;
  }

  close(): void {
    this.#words.close();
  }
}
