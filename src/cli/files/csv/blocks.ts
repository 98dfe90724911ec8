// The blocks that bytes are scanned in: new ones, or those that no one needs any more.

import { BLOCK_SLACK, type CellBlock } from './byte-row.ts';

const LF = 0x0a;
/** Most blocks that are remembered, and bytes of one that is used again. */
const BLOCKS_MAX = 64;
const BYTES_LEAST = 128 * 1024;

export class Blocks {
  readonly #isUnguarded: boolean;
  readonly #isReusing: boolean;
  readonly #blocks: CellBlock[] = [];
  #scratch: Int32Array = new Int32Array(0);

  constructor(isUnguarded: boolean, isReusing: boolean) {
    this.#isUnguarded = isUnguarded;
    this.#isReusing = isReusing;
  }

  /** A block with these bytes, a line feed and the slack. */
  filled(before: Uint8Array, bytes: Uint8Array): CellBlock {
    const length = before.length + bytes.length;
    const block = this.#isReusing ? this.#free(length) : this.#made(length, this.#scratchFor(length));
    block.bytes.set(before);
    block.bytes.set(bytes, before.length);
    block.bytes[length] = LF;
    return block;
  }

  /** Keeps what was used of a block that was scanned. */
  scanned(block: CellBlock, places: number): void {
    if (!this.#isReusing) block.places = block.places.slice(0, places);
  }

  #free(length: number): CellBlock {
    const found = this.#blocks.find(({ holders, bytes }) => holders === 0 && bytes.length >= length + BLOCK_SLACK);
    if (found !== undefined) return found;
    const most = Math.max(BYTES_LEAST, length);
    // Two numbers for each cell that there might be: what is never written to takes no memory.
    const block = this.#made(most, new Int32Array(most * 2 + 4));
    this.#blocks.push(block);
    if (this.#blocks.length > BLOCKS_MAX) this.#blocks.shift();
    return block;
  }

  #scratchFor(length: number): Int32Array {
    if (this.#scratch.length < length * 2 + 4) this.#scratch = new Int32Array(length * 2 + 4);
    return this.#scratch;
  }

  #made(length: number, places: Int32Array): CellBlock {
    const bytes = Buffer.allocUnsafeSlow(length + BLOCK_SLACK);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return { bytes, view, places, isUnguarded: this.#isUnguarded, holders: 0 };
  }
}
