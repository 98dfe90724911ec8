// Which keys were seen, and on which line first: a hash set in one typed array, so that a million rows stay small.

const FIRST_CAPACITY = 1 << 12;
/** Probes stay short up to here. */
const LOAD_MAX = 0.8;
const GROWTH = 1.6;
/** Words of an entry: two of hash, and the line, where 0 says that the place is free. */
const WORDS = 3;

/**
 * Keys are kept as 64 bits of hash, 12 bytes an entry with its line: two different keys among two million are taken for
 * the same with a chance of about one in ten million.
 */
export class KeySet {
  #capacity = FIRST_CAPACITY;
  #words = new Uint32Array(FIRST_CAPACITY * WORDS);
  #size = 0;
  #high = 0;
  #low = 0;

  get size(): number {
    return this.#size;
  }

  /** Makes room for so many keys at once: growing step by step leaves twice as much memory behind as it needs. */
  expect(keys: number): void {
    const capacity = Math.ceil(keys / LOAD_MAX) + 1;
    if (capacity > this.#capacity) this.#resize(capacity);
  }

  /** The line a key was added with; 0 when it was not added. */
  lineOf(kind: number, key: string): number {
    this.#hash(kind, key);
    return this.#words[this.#place() + 2] ?? 0;
  }

  has(kind: number, key: string): boolean {
    return this.lineOf(kind, key) !== 0;
  }

  /** Adds a key with its line (from 1). A key that is there keeps its first line. */
  add(kind: number, key: string, line = 1): void {
    this.#hash(kind, key);
    const place = this.#place();
    if (this.#words[place + 2] !== 0) return;
    this.#put(place, line);
    this.#size += 1;
    if (this.#size > this.#capacity * LOAD_MAX) this.#resize(Math.floor(this.#capacity * GROWTH));
  }

  #put(place: number, line: number): void {
    this.#words[place] = this.#high;
    this.#words[place + 1] = this.#low;
    this.#words[place + 2] = line;
  }

  /** Where the hash stands, or the free place where it would; in words. */
  #place(): number {
    const words = this.#words;
    const [high, low] = [this.#high, this.#low];
    let place = Math.floor(high * (this.#capacity / 0x1_0000_0000)) * WORDS;
    while (words[place + 2] !== 0 && (words[place] !== high || words[place + 1] !== low)) {
      place += WORDS;
      if (place === words.length) place = 0;
    }
    return place;
  }

  #resize(capacity: number): void {
    const old = this.#words;
    this.#capacity = capacity;
    this.#words = new Uint32Array(capacity * WORDS);
    for (let from = 0; from < old.length; from += WORDS) {
      const line = old[from + 2] ?? 0;
      if (line === 0) continue;
      this.#high = old[from] ?? 0;
      this.#low = old[from + 1] ?? 0;
      this.#put(this.#place(), line);
    }
  }

  /** Two multiplicative hashes side by side, mixed into each other at the end. */
  #hash(kind: number, key: string): void {
    let one = 0xdeadbeef ^ kind;
    let two = 0x41c6ce57 ^ Math.imul(kind, 0x9e3779b1);
    for (let at = 0; at < key.length; at += 1) {
      const code = key.charCodeAt(at);
      one = Math.imul(one ^ code, 0x9e3779b1);
      two = Math.imul(two ^ code, 0x5f356495);
      // Carries the upper half down: a multiplication alone never moves bits there.
      one ^= one >>> 15;
      two ^= two >>> 13;
    }
    one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
    two = Math.imul(two ^ (two >>> 16), 0x27d4eb2f) ^ Math.imul(one ^ (one >>> 13), 0x165667b1);
    this.#high = (one ^ (one >>> 15)) >>> 0;
    this.#low = (two ^ (two >>> 16)) >>> 0;
  }
}
