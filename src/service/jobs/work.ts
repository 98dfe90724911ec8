// Performs all jobs that are due, one after the other, with pauses in which others can use the store.

import { readClock, virtualNow } from '../core/clock.ts';
import type { Tx } from '../core/sql.ts';
import { type ChooseJob, type JobEnvironment, performNext } from './perform.ts';

/** Real time. */
export interface JobTime {
  readonly realNow: () => number;
  /** Rejects when its signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Whether another thread is waiting for the write lock. */
  readonly isLockRequested?: () => boolean;
}

export interface WorkResult {
  /** Jobs done; and jobs that failed, to be retried or given up. */
  readonly performed: number;
  readonly failed: number;
  /** Whether it was stopped before all due jobs were done. */
  readonly isUnfinished: boolean;
}

export interface WorkOptions {
  /** Stops after the current job. */
  readonly signal?: AbortSignal;
  /** Called after each job. */
  readonly onProgress?: (worked: Omit<WorkResult, 'isUnfinished'>) => void;
}

/** How long the write lock is taken repeatedly before a pause long enough for others to take it, milliseconds. */
const HOLD_MS = 25;

/** Others try to take the lock every 2 ms (db/connection.ts). */
const GAP_MS = 4;

/** How long to wait at most for a thread that requested the lock, milliseconds. */
const LOCK_REQUEST_WAIT_MS = 200;

/** Performs jobs until none is due, including those that fall due in the meantime. */
export async function runDueJobs(
  environment: JobEnvironment,
  time: JobTime,
  { signal, onProgress }: WorkOptions = {},
): Promise<WorkResult> {
  const shared = sharingLock(time);
  let worked: Omit<WorkResult, 'isUnfinished'> = { performed: 0, failed: 0 };
  while (!signal?.aborted) {
    const done = await shared(() => performNext(environment, dueNow(time), 'job'));
    if (done === 'nothing') return { ...worked, isUnfinished: false };
    const { performed, failed } = worked;
    worked = done === 'failed' ? { performed, failed: failed + 1 } : { performed: performed + 1, failed };
    onProgress?.(worked);
  }
  return { ...worked, isUnfinished: true };
}

/** A late job runs at the current time, not at the time it was due. */
function dueNow({ realNow }: JobTime): ChooseJob {
  return async (tx) => {
    const now = await nowIn(tx, realNow());
    return { until: now, nowOf: async () => now };
  };
}

/** The virtual clock, epoch ms. */
export async function nowIn(tx: Tx, realNow: number): Promise<number> {
  return virtualNow(await readClock(tx), realNow);
}

/** Runs pieces of work so that other threads and processes get the write lock, and this thread handles other events. */
export function sharingLock({
  realNow,
  sleep,
  isLockRequested = () => false,
}: JobTime): <T>(piece: () => Promise<T>) => Promise<T> {
  let heldMs = 0;
  return async (piece) => {
    const began = realNow();
    const result = await piece();
    heldMs += realNow() - began;
    for (let waited = 0; waited < LOCK_REQUEST_WAIT_MS && isLockRequested(); waited += 1) await sleep(1);
    if (heldMs < HOLD_MS) await new Promise<void>((resolve) => setImmediate(resolve));
    else {
      heldMs = 0;
      await sleep(GAP_MS);
    }
    return result;
  };
}
