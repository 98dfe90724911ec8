// A set of ids, with a bit for each: of what a million records match, 125 KB, and any page of it at once.

/** Ids in a block: those of a workspace lie close to each other, so that few blocks are nearly empty. */
const BLOCK_BITS = 13;
const BLOCK_IDS = 1 << BLOCK_BITS;
const WORD_IDS = 32;
const WORDS = BLOCK_IDS / WORD_IDS;

interface CountedBlock {
  readonly number: number;
  readonly words: Uint32Array;
  readonly count: number;
}

const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);

export class IdSet {
  readonly #blocks = new Map<number, Uint32Array>();
  /** Those that are not empty, lowest first. */
  #counted: readonly CountedBlock[] | null = null;

  /** From a JSON array of ids; one may come twice. As numbers, they would take four times as long and all be there at once. */
  static ofJson(text: string): IdSet {
    const set = new IdSet();
    let id = 0;
    for (let at = 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= ZERO && code <= NINE) id = id * 10 + (code - ZERO);
      else if (id > 0) {
        set.#add(id);
        id = 0;
      }
    }
    return set;
  }

  get size(): number {
    return this.#inOrder().reduce((sum, { count }) => sum + count, 0);
  }

  and(other: IdSet): IdSet {
    const both = new IdSet();
    for (const [number, words] of this.#blocks) {
      const others = other.#blocks.get(number);
      if (others)
        both.#blocks.set(
          number,
          words.map((word, at) => word & (others[at] ?? 0)),
        );
    }
    return both;
  }

  /** Up to `limit` ids behind the first `offset`, lowest first. */
  page(offset: number, limit: number): number[] {
    const ids: number[] = [];
    let skip = offset;
    for (const { number, words, count } of this.#inOrder()) {
      if (ids.length >= limit) break;
      if (skip >= count) skip -= count;
      else {
        addIds(words, number * BLOCK_IDS, skip, skip + limit - ids.length, ids);
        skip = 0;
      }
    }
    return ids;
  }

  #add(id: number): void {
    const number = Math.floor(id / BLOCK_IDS);
    let block = this.#blocks.get(number);
    if (block === undefined) {
      block = new Uint32Array(WORDS);
      this.#blocks.set(number, block);
    }
    const at = Math.floor((id % BLOCK_IDS) / WORD_IDS);
    block[at] = (block[at] ?? 0) | (1 << (id % WORD_IDS));
  }

  #inOrder(): readonly CountedBlock[] {
    this.#counted ??= [...this.#blocks]
      .map(([number, words]) => ({ number, words, count: words.reduce((sum, word) => sum + bitsIn(word), 0) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.number - b.number);
    return this.#counted;
  }
}

/** Of the ids of a block, those from the `from`-th to before the `to`-th. */
function addIds(words: Uint32Array, first: number, from: number, to: number, ids: number[]): void {
  let passed = 0;
  for (let at = 0; at < words.length && passed < to; at += 1) {
    const word = words[at] ?? 0;
    const here = bitsIn(word);
    if (passed + here > from)
      for (let left = word, nth = passed; left !== 0 && nth < to; left &= left - 1, nth += 1)
        if (nth >= from) ids.push(first + at * WORD_IDS + lowestBit(left));
    passed += here;
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
