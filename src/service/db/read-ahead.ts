// Reads the file of a store once from its beginning to its end, so that the system has it in memory: an index is scattered over
// the file, and the first search that needs it would read thousands of pages from the disk, one by one.

import { open } from 'node:fs/promises';
import { freemem } from 'node:os';

/** Bytes at a time: requests are heard between them. */
const PIECE_BYTES = 1 << 20;

/** A file that would take more than this part of the free memory is left alone: its beginning would make way for its end. */
const MEMORY_SHARE = 0.5;

export interface ReadAhead {
  /** Bytes that were read, when nothing more is. Whatever goes wrong is of no consequence: what is needed is read again. */
  readonly done: Promise<number>;
  /** Ends it after the piece that is being read. */
  stop(): void;
}

/** Not in a process that has the store open: where any file is closed, the system forgets SQLite's locks of the same one. */
export function readAhead(path: string, freeBytes: number = freemem()): ReadAhead {
  let isStopped = false;
  const read = async (): Promise<number> => {
    const file = await open(path, 'r');
    try {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const { size } = await file.stat();
      let total = 0;
      for (let bytes = size > freeBytes * MEMORY_SHARE ? 0 : 1; bytes > 0 && !isStopped; total += bytes)
        bytes = (await file.read(piece, 0, PIECE_BYTES, null)).bytesRead;
      return total;
    } finally {
      await file.close();
    }
  };
  return {
    done: read().catch(() => 0),
    stop: () => {
      isStopped = true;
    },
  };
}
