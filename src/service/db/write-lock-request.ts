// Requests for the write lock across the threads of a process: one counter in shared memory.

import type { LockRequests } from './connection.ts';

export type SharedCounter = Int32Array;

export function sharedCounter(): SharedCounter {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Only for a thread that is never terminated while it waits: its request would count forever. */
export function lockRequests(shared: SharedCounter): LockRequests {
  return {
    begin: () => void Atomics.add(shared, 0, 1),
    end: () => void Atomics.sub(shared, 0, 1),
  };
}

export function isLockRequested(shared: SharedCounter): boolean {
  return Atomics.load(shared, 0) > 0;
}
