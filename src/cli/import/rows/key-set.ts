// Which keys were seen, and on which line first. A hash table in one typed array finds the candidates; the keys themselves
// decide, so two different keys are never taken for one.

import { KeyLog, type OpenOverflow } from './key-log.ts';

const FIRST_CAPACITY = 1 << 12;
/** Probes stay short up to here. */
const LOAD_MAX = 0.85;
const GROWTH = 1.6;
/** Of keys: each call has one of each at most. */
const KINDS = 8;
/** Words of a slot: the hash, and the position of the key in the log, where 0 says that the slot is free. */
const WORDS = 2;
/** Bits of the filter for each slot: they fit into the processor's cache, the slots of a long file do not. */
const FILTER_BITS = 4;
/** Inserted together, see `#insertWaiting`. */
const WAITING_MAX = 64;

const filterOf = (capacity: number): Uint32Array => new Uint32Array(Math.ceil((capacity * FILTER_BITS) / 32));

export interface RowKey {
  /** 0 to 7: keys of different kinds that read alike are two keys. */
  readonly kind: number;
  readonly key: string;
}

/** Keys of one byte a character, each from a multiple of four bytes on, with zeros to the next. */
export interface ByteKeys {
  readonly view: DataView;
  readonly kinds: readonly number[];
  /** Where each begins and ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly count: number;
}

/** 10 bytes of memory a key, beside the log. */
export class KeySet {
  readonly #log: KeyLog;
  #capacity = FIRST_CAPACITY;
  #slots = new Uint32Array(FIRST_CAPACITY * WORDS);
  /** A bit that is not set: no key with such a hash was added. */
  #filter = filterOf(FIRST_CAPACITY);
  #size = 0;
  /** Of the keys of this call. */
  readonly #hashes = new Uint32Array(KINDS);
  readonly #positions = new Uint32Array(KINDS);
  /** Hash and position of keys that have no slot yet. */
  readonly #waiting = new Uint32Array(WAITING_MAX * WORDS);
  #waits = 0;
  /** What was read only to have it in the processor's cache: or V8 would leave that out. */
  fetched = 0;

  /** `openOverflow`: makes a temporary file for keys that are too many for the memory. */
  constructor(openOverflow: OpenOverflow = () => null) {
    this.#log = new KeyLog(openOverflow);
  }

  get size(): number {
    return this.#size;
  }

  /** Makes room for so many keys at once: growing step by step leaves twice as much memory behind as it needs. */
  expect(keys: number): void {
    const capacity = Math.ceil(keys / LOAD_MAX) + 1;
    if (capacity > this.#capacity) this.#resize(capacity);
  }

  has({ kind, key }: RowKey): boolean {
    const position = this.#log.draft(kind, key, 1);
    const line = this.#lineOf(this.#log.hash, position);
    this.#log.drop();
    return line !== 0;
  }

  /**
   * Adds the keys of a line (from 1) unless one of them is there already: then none is added, and the first such key is
   * returned with the line it came from. The keys of one call are of different kinds.
   */
  addUnlessKnown<K extends RowKey>(
    keys: readonly K[],
    line: number,
  ): { readonly known: K; readonly line: number } | null {
    for (const [at, key] of keys.entries()) {
      const position = this.#log.draft(key.kind, key.key, line);
      const first = this.#lineOf(this.#log.hash, position);
      if (first !== 0) {
        this.#log.drop();
        return { known: key, line: first };
      }
      this.#hashes[at] = this.#log.hash;
      this.#positions[at] = position;
    }
    this.#keep(keys.length);
    return null;
  }

  /** The same for keys of bytes: gives the kind of the first that is there already. */
  addBytesUnlessKnown(keys: ByteKeys, line: number): { readonly kind: number; readonly line: number } | null {
    const { view, kinds, starts, ends, count } = keys;
    const log = this.#log;
    log.makeRoom(count, ends[count - 1] ?? 0);
    for (let at = 0; at < count; at += 1) {
      this.#positions[at] = log.draftBytes(kinds[at] ?? 0, view, starts[at] ?? 0, ends[at] ?? 0, line);
      this.#hashes[at] = log.hash;
    }
    // Of all keys before anything is decided: the processor waits for the filter's memory once.
    let maybe = 0;
    for (let at = 0; at < count; at += 1) maybe |= this.#filtered(this.#hashes[at] ?? 0) << at;
    for (let at = 0; maybe !== 0 && at < count; at += 1) {
      const first = this.#lineOf(this.#hashes[at] ?? 0, this.#positions[at] ?? 0);
      if (first === 0) continue;
      log.drop();
      return { kind: kinds[at] ?? 0, line: first };
    }
    this.#keep(count);
    return null;
  }

  /** Adds the keys that were drafted. */
  #keep(drafts: number): void {
    this.#log.keep();
    for (let at = 0; at < drafts; at += 1) this.#insertLater(this.#hashes[at] ?? 0, this.#positions[at] ?? 0);
    this.#size += drafts;
    if (this.#size > this.#capacity * LOAD_MAX) this.#resize(Math.floor(this.#capacity * GROWTH));
  }

  /** Removes the temporary file. */
  close(): void {
    this.#log.close();
  }

  /** The line of a key that was drafted; 0 when it was not added. */
  #lineOf(hash: number, draft: number): number {
    if (this.#filtered(hash) === 0) return 0;
    this.#insertWaiting();
    const slots = this.#slots;
    for (let slot = this.#firstSlot(hash); slots[slot + 1] !== 0; slot = this.#after(slot)) {
      if (slots[slot] !== hash) continue;
      const line = this.#log.lineIfSame(slots[slot + 1] ?? 0, draft);
      if (line !== 0) return line;
    }
    return 0;
  }

  /** 0: no key with this hash was added; 1: one may have been. */
  #filtered(hash: number): number {
    const bit = this.#filterBit(hash);
    return ((this.#filter[bit >>> 5] ?? 0) >>> (bit & 31)) & 1;
  }

  #filterBit(hash: number): number {
    return Math.floor(hash * ((this.#capacity * FILTER_BITS) / 0x1_0000_0000));
  }

  #mark(hash: number): void {
    const bit = this.#filterBit(hash);
    const at = bit >>> 5;
    this.#filter[at] = (this.#filter[at] ?? 0) | (1 << (bit & 31));
  }

  #firstSlot(hash: number): number {
    return Math.floor(hash * (this.#capacity / 0x1_0000_0000)) * WORDS;
  }

  #after(slot: number): number {
    return slot + WORDS === this.#slots.length ? 0 : slot + WORDS;
  }

  #insertLater(hash: number, position: number): void {
    this.#mark(hash);
    this.#waiting[this.#waits] = hash;
    this.#waiting[this.#waits + 1] = position;
    this.#waits += WORDS;
    if (this.#waits === this.#waiting.length) this.#insertWaiting();
  }

  #insertWaiting(): void {
    const waiting = this.#waiting;
    const slots = this.#slots;
    // Looked at without a decision first: the processor fetches the memory of all of them at once.
    let fetched = 0;
    for (let at = 0; at < this.#waits; at += WORDS) fetched |= slots[this.#firstSlot(waiting[at] ?? 0) + 1] ?? 0;
    this.fetched = fetched;
    for (let at = 0; at < this.#waits; at += WORDS) this.#insert(waiting[at] ?? 0, waiting[at + 1] ?? 0);
    this.#waits = 0;
  }

  #insert(hash: number, position: number): void {
    const slots = this.#slots;
    let slot = this.#firstSlot(hash);
    while (slots[slot + 1] !== 0) slot = this.#after(slot);
    slots[slot] = hash;
    slots[slot + 1] = position;
  }

  #resize(capacity: number): void {
    this.#insertWaiting();
    const old = this.#slots;
    this.#capacity = capacity;
    this.#slots = new Uint32Array(capacity * WORDS);
    this.#filter = filterOf(capacity);
    for (let from = 0; from < old.length; from += WORDS) {
      const hash = old[from] ?? 0;
      const position = old[from + 1] ?? 0;
      if (position === 0) continue;
      this.#mark(hash);
      this.#insert(hash, position);
    }
  }
}
