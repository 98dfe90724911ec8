// Reads the file of a store once from its beginning to its end, so that the system has it in memory: an index is scattered over
// the file, and the first search that needs it would read thousands of pages from the disk, one by one.

import { fstatSync, open, readv } from 'node:fs';
import { freemem } from 'node:os';
import { promisify } from 'node:util';

const PIECE_BYTES = 1 << 20;

/** One call reads so many, all into the same memory: a search works meanwhile, and the next call is made once it is done. */
const PIECES_AT_ONCE = 64;

/** A file that would take more than this part of the free memory is left alone: its beginning would make way for its end. */
const MEMORY_SHARE = 0.5;

export interface ReadAhead {
  /** Bytes that were read, when nothing more is. Whatever goes wrong is of no consequence: what is needed is read again. */
  readonly done: Promise<number>;
  /** Ends it after the pieces that are being read. */
  stop(): void;
}

/** While SQLite works in the same process, too. */
export function readAhead(path: string, freeBytes: number = freemem()): ReadAhead {
  let isStopped = false;
  const readPieces = async (): Promise<number> => {
    // Stays open until the process ends: where any file is closed, the system forgets SQLite's locks of the same one.
    const file = await promisify(open)(path, 'r');
    const pieces = Array<Buffer>(PIECES_AT_ONCE).fill(Buffer.allocUnsafe(PIECE_BYTES));
    let total = 0;
    for (let bytes = fstatSync(file).size > freeBytes * MEMORY_SHARE ? 0 : 1; bytes > 0 && !isStopped; total += bytes)
      bytes = (await promisify(readv)(file, pieces)).bytesRead;
    return total;
  };
  return {
    done: readPieces().catch(() => 0),
    stop: () => {
      isStopped = true;
    },
  };
}
