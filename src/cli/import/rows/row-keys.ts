// Which keys the rows so far have, and which row had each first. Outside the heap, and without their texts: a Map of the 600,000 keys
// of 300,000 contacts took 235 MB more, and the whole dry run 1.9 times the processor time.

import type { MatchKey } from './match-keys.ts';

const FIRST_SLOTS = 1 << 12;
/** Of the slots, before there are twice as many. */
const LOAD_MAX = 0.7;
/** A slot: two hashes of a key and the number of its row, from 1; 0 marks a free slot. */
const SLOT_WORDS = 3;
const ROW_WORD = 2;
/** That a row has. */
const KEYS_MAX = 4;

/** Whether the values of a row give it this key, too. Asked only where 64 bits of hashes are equal. */
export type HasKey = (row: number, key: MatchKey) => boolean;

export class RowKeys {
  readonly #hasKey: HasKey;
  #slots = new Int32Array(FIRST_SLOTS * SLOT_WORDS);
  #size = 0;
  /** Of the keys of one row. */
  readonly #hashes = new Int32Array(KEYS_MAX * 2);

  constructor(hasKey: HasKey) {
    this.#hasKey = hasKey;
  }

  /**
   * Adds the keys of a row unless one of them is there already: then none is added, and the first such key is returned with
   * the row that it came from.
   */
  addUnlessKnown(keys: readonly MatchKey[], row: number): { readonly known: MatchKey; readonly row: number } | null {
    const hashes = this.#hashes;
    let at = 0;
    for (const known of keys) {
      hash(known, hashes, at);
      const first = this.#rowOf(known, hashes[at] ?? 0, hashes[at + 1] ?? 0);
      if (first !== null) return { known, row: first };
      at += 2;
    }
    for (let key = 0; key < at; key += 2) {
      if (this.#size >= (this.#slots.length / SLOT_WORDS) * LOAD_MAX) this.#grow();
      this.#insert(hashes[key] ?? 0, hashes[key + 1] ?? 0, row + 1);
      this.#size += 1;
    }
    return null;
  }

  #rowOf(key: MatchKey, first: number, second: number): number | null {
    const slots = this.#slots;
    for (let slot = this.#firstSlot(first); ; slot = this.#slotAfter(slot)) {
      const row = slots[slot + ROW_WORD] ?? 0;
      if (row === 0) return null;
      if (slots[slot] === first && slots[slot + 1] === second && this.#hasKey(row - 1, key)) return row - 1;
    }
  }

  #firstSlot(hash: number): number {
    return (hash & (this.#slots.length / SLOT_WORDS - 1)) * SLOT_WORDS;
  }

  #slotAfter(slot: number): number {
    return slot + SLOT_WORDS === this.#slots.length ? 0 : slot + SLOT_WORDS;
  }

  #insert(hash: number, second: number, row: number): void {
    let slot = this.#firstSlot(hash);
    while (this.#slots[slot + ROW_WORD] !== 0) slot = this.#slotAfter(slot);
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = second;
    this.#slots[slot + ROW_WORD] = row;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let slot = 0; slot < old.length; slot += SLOT_WORDS) {
      const row = old[slot + ROW_WORD] ?? 0;
      if (row !== 0) this.#insert(old[slot] ?? 0, old[slot + 1] ?? 0, row);
    }
  }
}

const HALF = 2 ** 32;

/**
 * Two hashes of a key, into two places: FNV-1a over the units of the text, two at a time, with the upper half carried down for what
 * takes the lowest bits; and a multiplicative hash of other constants. Ids give no two the same.
 */
function hash({ kind, name, key }: MatchKey, into: Int32Array, at: number): void {
  if (name === 'ID') {
    into[at] = Number(key) | 0;
    into[at + 1] = Math.floor(Number(key) / HALF);
    return;
  }
  let first = 0x811c9dc5 ^ kind;
  let second = kind ^ key.length;
  const even = key.length & ~1;
  for (let unit = 0; unit < even; unit += 2) {
    const both = key.charCodeAt(unit) | (key.charCodeAt(unit + 1) << 16);
    first = Math.imul(first ^ both, 0x01000193);
    first ^= first >>> 15;
    second = Math.imul(second + both, 0x5bd1e995) ^ (second >>> 15);
  }
  if (even < key.length) {
    const last = key.charCodeAt(even);
    first = Math.imul(first ^ last, 0x01000193);
    second = Math.imul(second + last, 0x5bd1e995) ^ (second >>> 15);
  }
  into[at] = first ^ (first >>> 15);
  into[at + 1] = second;
}
