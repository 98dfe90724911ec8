// Which keys the rows so far have, and on which line each came first. Outside the heap, where a key takes its text and some 25
// bytes: a Map of the 600,000 keys of 300,000 contacts took 235 MB more, and the whole dry run 1.9 times the processor time.

import type { MatchKey } from './match-keys.ts';

const FIRST_SLOTS = 1 << 12;
/** Of the slots, before there are twice as many. */
const LOAD_MAX = 0.7;
/** A slot: the hash of a key and its place, where 0 marks a free slot. */
const SLOT_WORDS = 2;

const CHUNK_BITS = 20;
const CHUNK_BYTES = 1 << CHUNK_BITS;
/** In front of the text of a key: its line, and its length with its kind. */
const HEADER_BYTES = 8;
const KINDS = 8;
/** Of UTF-8, for each unit of a text. */
const BYTES_MAX = 3;

export class RowKeys {
  #slots = new Int32Array(FIRST_SLOTS * SLOT_WORDS);
  #size = 0;
  /** The texts, one behind the other. A place is the number of the chunk, from 1, times CHUNK_BYTES, and the offset in it. */
  readonly #chunks: Buffer[] = [];
  #end = CHUNK_BYTES;

  /**
   * Adds the keys of a line unless one of them is there already: then none is added, and the first such key is returned with
   * the line it came from.
   */
  addUnlessKnown(keys: readonly MatchKey[], line: number): { readonly known: MatchKey; readonly line: number } | null {
    const hashes = keys.map(hashOf);
    let at = 0;
    for (const known of keys) {
      const first = this.#lineOf(known, hashes[at++] ?? 0);
      if (first !== null) return { known, line: first };
    }
    at = 0;
    for (const key of keys) this.#add(key, hashes[at++] ?? 0, line);
    return null;
  }

  #lineOf(key: MatchKey, hash: number): number | null {
    const slots = this.#slots;
    for (let slot = this.#firstSlot(hash); slots[slot + 1] !== 0; slot = this.#slotAfter(slot)) {
      const line = slots[slot] === hash ? this.#lineAt(slots[slot + 1] ?? 0, key) : null;
      if (line !== null) return line;
    }
    return null;
  }

  /** The line of the key at a place, if it is this one. */
  #lineAt(place: number, { kind, key }: MatchKey): number | null {
    const chunk = this.#chunks[(place >>> CHUNK_BITS) - 1];
    const at = place & (CHUNK_BYTES - 1);
    const size = chunk?.readUInt32LE(at + 4) ?? 0;
    const start = at + HEADER_BYTES;
    const isSame = size % KINDS === kind && chunk?.toString('utf8', start, start + Math.floor(size / KINDS)) === key;
    return isSame ? chunk.readUInt32LE(at) : null;
  }

  #add(key: MatchKey, hash: number, line: number): void {
    if (this.#size >= (this.#slots.length / SLOT_WORDS) * LOAD_MAX) this.#grow();
    this.#insert(hash, this.#write(key, line));
    this.#size += 1;
  }

  #write({ kind, key }: MatchKey, line: number): number {
    const most = HEADER_BYTES + key.length * BYTES_MAX;
    let chunk = this.#chunks.at(-1);
    if (chunk === undefined || this.#end + most > chunk.length) {
      chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, most));
      this.#chunks.push(chunk);
      this.#end = 0;
    }
    const at = this.#end;
    const bytes = writeShort(chunk, key, at + HEADER_BYTES) ?? chunk.write(key, at + HEADER_BYTES);
    chunk.writeUInt32LE(line, at);
    chunk.writeUInt32LE(bytes * KINDS + kind, at + 4);
    this.#end = at + HEADER_BYTES + bytes;
    return this.#chunks.length * CHUNK_BYTES + at;
  }

  #firstSlot(hash: number): number {
    return (hash & (this.#slots.length / SLOT_WORDS - 1)) * SLOT_WORDS;
  }

  #slotAfter(slot: number): number {
    return slot + SLOT_WORDS === this.#slots.length ? 0 : slot + SLOT_WORDS;
  }

  #insert(hash: number, place: number): void {
    let slot = this.#firstSlot(hash);
    while (this.#slots[slot + 1] !== 0) slot = this.#slotAfter(slot);
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = place;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let slot = 0; slot < old.length; slot += SLOT_WORDS) {
      const place = old[slot + 1] ?? 0;
      if (place !== 0) this.#insert(old[slot] ?? 0, place);
    }
  }
}

/** The text as UTF-8, and its bytes; null where a character takes three. Of short texts quicker than a call into the engine. */
function writeShort(chunk: Uint8Array, text: string, from: number): number | null {
  let to = from;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x800) return null;
    if (code >= 0x80) {
      chunk[to++] = 0xc0 | (code >> 6);
      chunk[to++] = 0x80 | (code & 0x3f);
    } else chunk[to++] = code;
  }
  return to - from;
}

/** FNV-1a over the units of the text, with the upper half carried down for what takes the lowest bits. */
function hashOf({ kind, key }: MatchKey): number {
  let hash = 0x811c9dc5 ^ kind;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
