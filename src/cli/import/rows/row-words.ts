// A few numbers of each row: the last rows in memory, those before in a temporary file. All in memory, they were 60 MB a million rows.

import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskError } from '../../terminal/exit.ts';

/** Of some 35,000 rows of twelve fields: a smaller file needs no other. */
const NUMBERS_IN_MEMORY = 1 << 19;

export class RowWords {
  /** Of the rows in memory, in their order. */
  readonly last: Int32Array;
  readonly #stride: number;
  readonly #rowsInMemory: number;
  /** The number of the first row in memory. */
  #start = 0;
  #folder = '';
  #file: number | null = null;

  /** `stride`: how many numbers a row has. */
  constructor(stride: number) {
    this.#stride = stride;
    this.#rowsInMemory = Math.max(1, Math.floor(NUMBERS_IN_MEMORY / stride));
    this.last = new Int32Array(this.#rowsInMemory * stride);
  }

  /** Where in `last` the numbers of the row behind all others begin. Throws CliError where the temporary file cannot be written. */
  placeOf(row: number): number {
    if (row - this.#start === this.#rowsInMemory) {
      this.#write(this.last, this.#start);
      this.#start = row;
    }
    return (row - this.#start) * this.#stride;
  }

  /** The numbers of a row. */
  of(row: number): Int32Array {
    const at = (row - this.#start) * this.#stride;
    if (at >= 0) return this.last.subarray(at, at + this.#stride);
    const words = new Int32Array(this.#stride);
    if (this.#file !== null) readSync(this.#file, words, 0, words.byteLength, words.byteLength * row);
    return words;
  }

  /** Keeps what was changed in the numbers of a row. */
  put(row: number, words: Int32Array): void {
    if (row < this.#start) this.#write(words, row);
  }

  close(): void {
    if (this.#file === null) return;
    closeSync(this.#file);
    this.#file = null;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(words: Int32Array, row: number): void {
    try {
      this.#file ??= this.#open();
      for (let at = 0; at < words.byteLength; )
        at += writeSync(
          this.#file,
          words,
          at,
          words.byteLength - at,
          row * this.#stride * Int32Array.BYTES_PER_ELEMENT + at,
        );
    } catch (error) {
      throw diskError('temporary_file', `cannot write to ${tmpdir()}`, error, 'TMPDIR names another folder');
    }
  }

  #open(): number {
    this.#folder = mkdtempSync(join(tmpdir(), 'reach-rows-'));
    const file = openSync(join(this.#folder, 'rows'), 'wx+', 0o600);
    try {
      // Where the system allows it, nothing is left of it should the process be killed.
      rmSync(this.#folder, { recursive: true, force: true });
    } catch {}
    return file;
  }
}
