// Working the queue off: everything that is due now, one job after the other, and a pause where others want the store.

import { readClock, virtualNow } from '../core/clock.ts';
import type { Tx } from '../core/context.ts';
import { type Choose, type Desk, performNext } from './perform.ts';

/** Real time. */
export interface Time {
  readonly realNow: () => number;
  /** Rejects when its signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Whether another thread waits for the write lock. */
  readonly isLockWished?: () => boolean;
}

export interface Worked {
  /** Jobs done, and jobs that failed and wait for another attempt, or were given up. */
  readonly performed: number;
  readonly failed: number;
  /** Whether it was told to stop before all was done. */
  readonly isLeft: boolean;
}

export interface WorkOptions {
  /** Stops after the job under way; what is left waits for whoever comes next. */
  readonly signal?: AbortSignal;
  /** Called after each job. */
  readonly onProgress?: (worked: Omit<Worked, 'isLeft'>) => void;
}

/** For so long the write lock is taken again and again before others are sure to find it free, milliseconds. */
const HOLD_MS = 25;

/** Others look for the lock every 2 ms (store/db.ts). */
const GAP_MS = 4;

/** Whoever said that it waits is waited for, but not for ever, milliseconds. */
const COURTESY_MS = 200;

/** Does what is due until nothing is. Work that falls due meanwhile is done too, at the moment it is come to. */
export async function workOff(desk: Desk, time: Time, { signal, onProgress }: WorkOptions = {}): Promise<Worked> {
  const breath = breathing(time);
  let worked: Omit<Worked, 'isLeft'> = { performed: 0, failed: 0 };
  while (!signal?.aborted) {
    const done = await breath(() => performNext(desk, dueNow(time)));
    if (done === 'nothing') return { ...worked, isLeft: false };
    const { performed, failed } = worked;
    worked = done === 'failed' ? { performed, failed: failed + 1 } : { performed: performed + 1, failed };
    onProgress?.(worked);
  }
  return { ...worked, isLeft: true };
}

/** Late work happens now, not when it was due. */
function dueNow({ realNow }: Time): Choose {
  return async (tx) => {
    const now = await nowIn(tx, realNow());
    return { until: now, nowOf: async () => now };
  };
}

/** The virtual clock, epoch ms. */
export async function nowIn(tx: Tx, realNow: number): Promise<number> {
  return virtualNow(await readClock(tx), realNow);
}

/** Runs pieces of work so that other threads and processes get the write lock, and this thread its other events. */
export function breathing({
  realNow,
  sleep,
  isLockWished = () => false,
}: Time): <T>(piece: () => Promise<T>) => Promise<T> {
  let heldMs = 0;
  return async (piece) => {
    const began = realNow();
    const result = await piece();
    heldMs += realNow() - began;
    for (let waited = 0; waited < COURTESY_MS && isLockWished(); waited += 1) await sleep(1);
    if (heldMs < HOLD_MS) await new Promise<void>((resolve) => setImmediate(resolve));
    else {
      heldMs = 0;
      await sleep(GAP_MS);
    }
    return result;
  };
}
