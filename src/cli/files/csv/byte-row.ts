// A record as it stands in a block of bytes: its cells become texts when they are asked for, which most never are.

import { unguardCell } from './guard.ts';
import type { CsvRow } from './parser.ts';

/** What a cell holds, in the lowest bits of where it ends. */
export const DOUBLED_QUOTES = 1;
export const NOT_ASCII = 2;
export const PLACE_SHIFT = 2;

/** Bytes behind the last of a block that may be read with it: four are copied at once. */
export const BLOCK_SLACK = 4;

export interface CellBlock {
  /** Who still needs its rows, where blocks are used again: see `CsvReadOptions.reusesBlocks`. */
  holders: number;
  readonly bytes: Buffer;
  /** The same bytes, four at a time. */
  readonly view: DataView;
  /** Two numbers a cell: where it begins; where it ends, shifted, with what it holds. */
  places: Int32Array;
  /** Takes the apostrophe off cells that our export guarded. */
  readonly isUnguarded: boolean;
}

/** Copies four bytes at a time, and so up to three too many: what follows has to be written afterwards. */
export function copyWords(from: DataView, start: number, end: number, to: DataView, at: number): void {
  const shift = at - start;
  for (let place = start; place < end; place += 4) to.setInt32(place + shift, from.getInt32(place, true), true);
}

export class ByteRow implements CsvRow {
  readonly block: CellBlock;
  /** Where its first cell is among the places, and how many cells there are. */
  readonly first: number;
  readonly count: number;
  readonly line: number;
  /** Printable ASCII, its quotes and what follows them aside: nothing in it has to be escaped, trimmed or counted otherwise. */
  readonly isPlain: boolean;
  #cells: readonly string[] | null = null;

  constructor(block: CellBlock, first: number, count: number, line: number, isPlain: boolean) {
    this.block = block;
    this.first = first;
    this.count = count;
    this.line = line;
    this.isPlain = isPlain;
  }

  /** Bytes of its cells and what stands between them. */
  get length(): number {
    const { places } = this.block;
    return ((places[this.first + this.count * 2 - 1] ?? 0) >> PLACE_SHIFT) - (places[this.first] ?? 0);
  }

  get cells(): readonly string[] {
    this.#cells ??= this.#read();
    return this.#cells;
  }

  #read(): string[] {
    const { bytes, places, isUnguarded } = this.block;
    const last = this.first + this.count * 2;
    const from = places[this.first] ?? 0;
    const text = bytes.toString('latin1', from, (places[last - 1] ?? 0) >> PLACE_SHIFT);
    const cells: string[] = [];
    for (let at = this.first; at < last; at += 2) {
      const start = places[at] ?? 0;
      const place = places[at + 1] ?? 0;
      const end = place >> PLACE_SHIFT;
      const cell =
        (place & NOT_ASCII) === 0 ? text.slice(start - from, end - from) : bytes.toString('utf8', start, end);
      cells.push((place & DOUBLED_QUOTES) === 0 ? cell : cell.replaceAll('""', '"'));
    }
    return isUnguarded && !this.isPlain ? cells.map(unguardCell) : cells;
  }
}
