// What the rows so far say of each record, so that a later row of the same one adds what is new and contradicts nothing. Of each
// value a hash is kept: four bytes a mapped field.

import type { ItemReader } from '../mapping/item.ts';
import { KEY_FIELDS, KEYS_MAX, type MatchKeys } from './match-keys.ts';

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
    const words = this.#words.of(this.#rows);
    words[0] = line;
    words[1] = bulk;
    words[ID_WORD] = keys.idRest;
    const { folded } = this.#reader;
    // For so few words, a call costs more than the loop.
    for (let field = 0; field < folded.length; field += 1) words[HEADER_WORDS + field] = folded[field] ?? 0;
    const first = this.#keys.addUnlessKnown(keys, this.#rows);
    if (first !== null) {
      const later = this.#compare(first.kind, first.row, bulk);
      // What it adds to the record may be a key, by which further rows are of the same one.
      if (later.added.length > 0 && later.contradicted.length === 0) this.#keys.addMissing(keys, first.row);
      return later;
    }
    this.#rows += 1;
    return null;
  }

  /** Whether an earlier row and the next one have the same values behind this key. */
  #hasKey(row: number, kind: number): boolean {
    const earlier = this.#words.of(row);
    const next = this.#words.of(this.#rows);
    return (this.#places[kind] ?? []).every((place) => earlier[place] === next[place]);
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
    if (added.length > 0) words[1] = bulk;
    return later;
  }
}

// Which keys the rows so far have, and which row had each first. Outside the heap, and without their texts: a Map of the 600,000 keys
// of 300,000 contacts took 235 MB more, and the whole dry run 1.9 times the processor time.

const FIRST_SLOTS = 1 << 12;
/** Of the slots, before there are twice as many. */
const LOAD_MAX = 0.7;
/** A slot: a hash of a key and the number of its row, from 1; 0 marks a free slot. Two words never are in two lines of a cache. */
const SLOT_WORDS = 2;
/** Whether the values of a row give it this key of a kind, too. Asked only where the hashes are equal. */
type HasKey = (row: number, kind: number) => boolean;

export class RowKeys {
  readonly #hasKey: HasKey;
  #slots = new Int32Array(FIRST_SLOTS * SLOT_WORDS);
  #size = 0;
  /** Of the keys of one row. */
  readonly #free = new Int32Array(KEYS_MAX);

  constructor(hasKey: HasKey) {
    this.#hasKey = hasKey;
  }

  /**
   * Adds the keys of a row unless one of them is there already: then none is added, and the kind of the first such key is returned
   * with the row that it came from.
   */
  addUnlessKnown(
    { count, kinds, hashes }: Pick<MatchKeys, 'count' | 'kinds' | 'hashes'>,
    row: number,
  ): { readonly kind: number; readonly row: number } | null {
    // Before: no key is looked up in slots that move.
    while (this.#size + KEYS_MAX > (this.#slots.length / SLOT_WORDS) * LOAD_MAX) this.#grow();
    for (let key = 0; key < count; key += 1) {
      const kind = kinds[key] ?? 0;
      const slot = this.#slotOf(kind, hashes[key] ?? 0);
      const known = this.#slots[slot + 1] ?? 0;
      if (known > 0) return { kind, row: known - 1 };
      this.#free[key] = slot;
    }
    for (let key = 0; key < count; key += 1) this.#put(hashes[key] ?? 0, row + 1, this.#free[key] ?? 0);
    this.#size += count;
    return null;
  }

  /** Adds those keys that no row has, as further ones of an earlier row. */
  addMissing({ count, kinds, hashes }: Pick<MatchKeys, 'count' | 'kinds' | 'hashes'>, row: number): void {
    for (let key = 0; key < count; key += 1) {
      const slot = this.#slotOf(kinds[key] ?? 0, hashes[key] ?? 0);
      if (this.#slots[slot + 1] !== 0) continue;
      this.#put(hashes[key] ?? 0, row + 1, slot);
      this.#size += 1;
    }
  }

  /** Where a key is, or the free slot where it belongs. */
  #slotOf(kind: number, hash: number): number {
    const slots = this.#slots;
    for (let slot = this.#firstSlot(hash); ; slot = this.#slotAfter(slot)) {
      const row = slots[slot + 1] ?? 0;
      if (row === 0) return slot;
      if (slots[slot] === hash && this.#hasKey(row - 1, kind)) return slot;
    }
  }

  #firstSlot(hash: number): number {
    return (hash & (this.#slots.length / SLOT_WORDS - 1)) * SLOT_WORDS;
  }

  #slotAfter(slot: number): number {
    return slot + SLOT_WORDS === this.#slots.length ? 0 : slot + SLOT_WORDS;
  }

  /** From a slot on: another key of the same row may have taken it. */
  #put(hash: number, row: number, from: number): void {
    let slot = from;
    while (this.#slots[slot + 1] !== 0) slot = this.#slotAfter(slot);
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = row;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let slot = 0; slot < old.length; slot += SLOT_WORDS) {
      const [hash = 0, row = 0] = [old[slot], old[slot + 1]];
      if (row !== 0) this.#put(hash, row, this.#firstSlot(hash));
    }
  }
}

// A few numbers of each row, in blocks: none is copied when there are more.

/** Of some 35,000 rows of twelve fields. */
const BLOCK_NUMBERS = 1 << 19;

export class RowWords {
  readonly #stride: number;
  readonly #rowsOfBlock: number;
  readonly #blocks: Int32Array[] = [];

  /** `stride`: how many numbers a row has. */
  constructor(stride: number) {
    this.#stride = stride;
    this.#rowsOfBlock = Math.max(1, Math.floor(BLOCK_NUMBERS / stride));
  }

  /** The numbers of a row, to be read and written. */
  of(row: number): Int32Array {
    const at = row % this.#rowsOfBlock;
    const number = (row - at) / this.#rowsOfBlock;
    const block = this.#blocks[number] ?? new Int32Array(this.#rowsOfBlock * this.#stride);
    this.#blocks[number] = block;
    return block.subarray(at * this.#stride, (at + 1) * this.#stride);
  }
}
