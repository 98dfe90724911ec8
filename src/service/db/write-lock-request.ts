// The wish for the write lock, across the threads of a process: one number in memory they share.

import type { LockWish } from './connection.ts';

/** What a thread is given of it. */
export type SharedWish = Int32Array;

export function sharedWish(): SharedWish {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** For a thread that is never ended in the middle of waiting, or its wish would stand for ever. */
export function wishing(shared: SharedWish): LockWish {
  return {
    begin: () => void Atomics.add(shared, 0, 1),
    end: () => void Atomics.sub(shared, 0, 1),
  };
}

export function isWished(shared: SharedWish): boolean {
  return Atomics.load(shared, 0) > 0;
}
