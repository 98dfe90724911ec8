// Which keys the rows so far have, and which row had each first. Outside the heap, and without their texts: a Map of the 600,000 keys
// of 300,000 contacts took 235 MB more, and the whole dry run 1.9 times the processor time.

import { KEYS_MAX, type MatchKeys } from './match-keys.ts';

const FIRST_SLOTS = 1 << 12;
/** Of the slots, before there are twice as many. */
const LOAD_MAX = 0.7;
/** A slot: a hash of a key and the number of its row, from 1; 0 marks a free slot. Two words never are in two lines of a cache. */
const SLOT_WORDS = 2;
/** Whether the values of a row give it this key of a kind, too. Asked only where the hashes are equal. */
export type HasKey = (row: number, kind: number) => boolean;

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
