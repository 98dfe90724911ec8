// Which keys the rows so far have, and which row had each first. Outside the heap, and without their texts: a Map of the 600,000 keys
// of 300,000 contacts took 235 MB more, and the whole dry run 1.9 times the processor time.

import type { MatchKey } from './match-keys.ts';

const FIRST_SLOTS = 1 << 12;
/** Of the slots, before there are twice as many. */
const LOAD_MAX = 0.7;
/** A slot: two hashes of a key and the number of its row, from 1; 0 marks a free slot. */
const SLOT_WORDS = 3;
const ROW_WORD = 2;

/** Whether the values of a row give it this key, too. Asked only where 64 bits of hashes are equal. */
export type HasKey = (row: number, key: MatchKey) => boolean;

export class RowKeys {
  readonly #hasKey: HasKey;
  #slots = new Int32Array(FIRST_SLOTS * SLOT_WORDS);
  #size = 0;

  constructor(hasKey: HasKey) {
    this.#hasKey = hasKey;
  }

  /**
   * Adds the keys of a row unless one of them is there already: then none is added, and the first such key is returned with
   * the row that it came from.
   */
  addUnlessKnown(keys: readonly MatchKey[], row: number): { readonly known: MatchKey; readonly row: number } | null {
    const hashes = keys.map(hashesOf);
    let at = 0;
    for (const known of keys) {
      const first = this.#rowOf(known, hashes[at++] ?? NO_HASHES);
      if (first !== null) return { known, row: first };
    }
    for (const both of hashes) {
      if (this.#size >= (this.#slots.length / SLOT_WORDS) * LOAD_MAX) this.#grow();
      this.#insert(both.hash, both.second, row + 1);
      this.#size += 1;
    }
    return null;
  }

  #rowOf(key: MatchKey, { hash, second }: Hashes): number | null {
    const slots = this.#slots;
    for (let slot = this.#firstSlot(hash); ; slot = this.#slotAfter(slot)) {
      const row = slots[slot + ROW_WORD] ?? 0;
      if (row === 0) return null;
      if (slots[slot] === hash && slots[slot + 1] === second && this.#hasKey(row - 1, key)) return row - 1;
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

interface Hashes {
  readonly hash: number;
  readonly second: number;
}

const NO_HASHES: Hashes = { hash: 0, second: 0 };
const HALF = 2 ** 32;

/**
 * FNV-1a over the units of the text, with the upper half carried down for what takes the lowest bits; and a multiplicative hash of
 * other constants. Ids give no two the same.
 */
function hashesOf({ kind, name, key }: MatchKey): Hashes {
  if (name === 'ID') return { hash: Number(key) | 0, second: Math.floor(Number(key) / HALF) };
  let hash = 0x811c9dc5 ^ kind;
  let second = kind;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    hash = Math.imul(hash ^ code, 0x01000193);
    second = Math.imul(second + code, 0x5bd1e995) ^ (second >>> 15);
  }
  return { hash: hash ^ (hash >>> 15), second };
}
