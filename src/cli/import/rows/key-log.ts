// Keys one behind the other, as they were added: the first of them in memory, the rest in a temporary file, so that a
// million keys of any length cost little memory. Written and read synchronously, for it is on the hottest path.

/** Where keys go that are too many for the memory. */
export interface OverflowFile {
  /** Appends the bytes and returns their offset; null where there is no room for them. */
  append(bytes: Uint8Array): number | null;
  /** Fills `into` from the offset on. */
  read(into: Uint8Array, offset: number): void;
  close(): void;
}

/** Makes the file, called once; null where none can be made: then everything stays in memory. */
export type OpenOverflow = () => OverflowFile | null;

/** A position is 14 bits of chunk and 18 bits of word, in all 16 GB of keys. */
const CHUNK_BYTES = 1 << 20;
const WORD_BITS = 18;
const WORD_MASK = (1 << WORD_BITS) - 1;
/** Chunks that stay in memory: files of up to about 70,000 rows never need the temporary file. */
const MEMORY_CHUNKS = 6;
/** Words before the key of a record: its line, then its length in bytes, its width and its kind. */
const HEADER_WORDS = 2;
/** Of a width and a kind. */
const KIND_BITS = 4;
const HASH_SEED = 0x9747b28c;

interface Chunk {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
}

function chunkOf(byteLength: number): Chunk {
  const buffer = new ArrayBuffer(byteLength);
  return { bytes: new Uint8Array(buffer), words: new Uint32Array(buffer) };
}

/**
 * Records are drafted at the end, compared with earlier ones there, and then kept or taken back. The strings are stored
 * as they are, one byte a character where that is enough, and compared word by word.
 */
export class KeyLog {
  readonly #openOverflow: OpenOverflow;
  #overflow: OverflowFile | null = null;
  /** A chunk, or its offset in the overflow file. */
  readonly #chunks: (Chunk | number)[];
  #current: Chunk;
  /** Offset in the current chunk. The first word is not used, so that no record has position 0. */
  #end = 4;
  /** Where the kept records end. */
  #keptEnd = 4;
  #scratch = chunkOf(4096);
  /** Hash of the draft. */
  hash = 0;

  constructor(openOverflow: OpenOverflow) {
    this.#openOverflow = openOverflow;
    this.#current = chunkOf(CHUNK_BYTES);
    this.#chunks = [this.#current];
  }

  /** Drafts a record behind the last and returns its position. `kind`: 0 to 7. */
  draft(kind: number, key: string, line: number): number {
    const { length } = key;
    const from = this.#begin(length * 2);
    const { bytes, words } = this.#current;
    let hash = HASH_SEED ^ kind;
    let allBits = 0;
    // Four characters a step; what follows the last is zero, for words are compared.
    let at = 0;
    for (; at + 4 <= length; at += 4) {
      const first = key.charCodeAt(at);
      const second = key.charCodeAt(at + 1);
      const third = key.charCodeAt(at + 2);
      const fourth = key.charCodeAt(at + 3);
      allBits |= first | second | third | fourth;
      const four = first | (second << 8) | (third << 16) | (fourth << 24);
      words[(from + at) >>> 2] = four;
      hash = mixed(hash, four);
    }
    if (at < length) {
      let four = 0;
      for (let place = at; place < length; place += 1) {
        const code = key.charCodeAt(place);
        allBits |= code;
        four |= code << ((place - at) * 8);
      }
      words[(from + at) >>> 2] = four;
      hash = mixed(hash, four);
    }
    const isWide = allBits > 0xff;
    if (isWide) writeWide(bytes, from, key);
    return this.#finish(kind, hash, line, isWide ? length * 2 : length, isWide);
  }

  /** The same for a key whose characters are bytes, from a multiple of four on, with zeros to the next. */
  draftBytes(kind: number, key: DataView, start: number, end: number, line: number): number {
    const from = this.#begin(end - start) >>> 2;
    const { words } = this.#current;
    let hash = HASH_SEED ^ kind;
    for (let at = start, word = from; at < end; at += 4, word += 1) {
      const four = key.getInt32(at, true);
      words[word] = four;
      hash = mixed(hash, four);
    }
    return this.#finish(kind, hash, line, end - start, false);
  }

  /** Makes room for so many drafts: they stand in one chunk. */
  makeRoom(drafts: number, mostBytes: number): void {
    this.#begin((drafts - 1) * (HEADER_WORDS + 1) * 4 + mostBytes);
  }

  /** Makes room for a draft; gives where its key begins. */
  #begin(mostBytes: number): number {
    const most = (HEADER_WORDS + 1) * 4 + mostBytes;
    if (this.#end >= CHUNK_BYTES || this.#end + most > this.#current.bytes.length) this.#nextChunk(most);
    return this.#end + HEADER_WORDS * 4;
  }

  #finish(kind: number, mixedHash: number, line: number, bytes: number, isWide: boolean): number {
    const { words } = this.#current;
    const word = this.#end >>> 2;
    const hash = Math.imul(mixedHash, 0x85ebca6b);
    this.hash = (hash ^ (hash >>> 13)) >>> 0;
    words[word] = line;
    words[word + 1] = (bytes << KIND_BITS) | (isWide ? 8 : 0) | kind;
    this.#end = (word + HEADER_WORDS + ((bytes + 3) >>> 2)) * 4;
    return (((this.#chunks.length - 1) << WORD_BITS) | word) >>> 0;
  }

  /** The line of the record at a position if it has the kind and the key of a draft in the same chunk as the last; else 0. */
  lineIfSame(position: number, draft: number): number {
    const chunk = this.#chunks[position >>> WORD_BITS];
    if (chunk === undefined) return 0;
    const own = this.#current.words;
    const drafted = draft & WORD_MASK;
    const count = HEADER_WORDS + ((((own[drafted + 1] ?? 0) >>> KIND_BITS) + 3) >>> 2);
    const isInMemory = typeof chunk !== 'number';
    const { words } = isInMemory ? chunk : this.#fromOverflow(chunk + (position & WORD_MASK) * 4, count);
    const from = isInMemory ? position & WORD_MASK : 0;
    for (let at = 1; at < count; at += 1) if (words[from + at] !== own[drafted + at]) return 0;
    return words[from] ?? 0;
  }

  /** Keeps all drafts. */
  keep(): void {
    this.#keptEnd = this.#end;
  }

  /** Takes all drafts back. */
  drop(): void {
    this.#end = this.#keptEnd;
  }

  close(): void {
    this.#overflow?.close();
    this.#overflow = null;
  }

  #fromOverflow(offset: number, words: number): Chunk {
    if (this.#scratch.words.length < words) this.#scratch = chunkOf(words * 8);
    this.#overflow?.read(this.#scratch.bytes.subarray(0, words * 4), offset);
    return this.#scratch;
  }

  /** Drafts that are in the full chunk stay there; taken back, they are a gap. */
  #nextChunk(mostBytes: number): void {
    const full = this.#current;
    const last = this.#chunks.length - 1;
    if (last === MEMORY_CHUNKS) this.#overflow = this.#openOverflow();
    const offset = last < MEMORY_CHUNKS ? null : (this.#overflow?.append(full.bytes) ?? null);
    if (offset !== null) this.#chunks[last] = offset;
    const isReusable = offset !== null && full.bytes.length >= mostBytes;
    this.#current = isReusable ? full : chunkOf(Math.max(CHUNK_BYTES, Math.ceil(mostBytes / 4) * 4));
    this.#chunks.push(this.#current);
    this.#end = 0;
    this.#keptEnd = 0;
  }
}

function mixed(hash: number, four: number): number {
  const product = Math.imul(hash ^ four, 0x9e3779b1);
  // Carries the upper half down: a multiplication alone never moves bits there.
  return product ^ (product >>> 15);
}

function writeWide(bytes: Uint8Array, from: number, key: string): void {
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    bytes[from + at * 2] = code;
    bytes[from + at * 2 + 1] = code >>> 8;
  }
  // Words are compared, so the last one must not hold what stood there before.
  if (key.length % 2 === 1) bytes.fill(0, from + key.length * 2, from + key.length * 2 + 2);
}
