// The work behind on a thread of its own, over a connection of its own to the same store, so that requests are answered
// meanwhile. The composition root of that thread: its clock is the real one.

import { parentPort } from 'node:worker_threads';
import { openStore } from '../db/connection.ts';
import { isWished, type SharedWish } from '../db/write-lock-request.ts';
import { keepWorking } from './keep-working.ts';
import { PERFORMERS } from './performers.ts';
import { storedJobs } from './queries/jobs.ts';

export interface EngineThreadData {
  readonly role: 'engine';
  readonly path: string;
  readonly nodeMajor: number;
  /** Of the thread that answers requests. */
  readonly wish: SharedWish;
}

/** What the thread is told. After `stop` it finishes the job under way and ends. */
export type ToEngine = 'wake' | 'stop';

/** What it says: something failed. */
export interface FromEngine {
  readonly bug: string;
  readonly what: string;
}

export async function keepEngine({ path, nodeMajor, wish }: EngineThreadData): Promise<void> {
  const store = await openStore(path, nodeMajor);
  // It writes most: where it moves the log into the file often and little, no request finds much to move.
  await store.alone(async (connection) => connection.exec('pragma wal_autocheckpoint = 1000'));
  const onBug = (error: unknown, what: string): void => {
    const said: FromEngine = { bug: error instanceof Error ? (error.stack ?? error.message) : String(error), what };
    parentPort?.postMessage(said);
  };
  const keeper = keepWorking(
    { store, jobs: storedJobs, performers: PERFORMERS, onBug },
    { realNow: () => Date.now(), sleep, isLockWished: () => isWished(wish) },
  );
  parentPort?.on('message', async (told: ToEngine) => {
    if (told === 'wake') return keeper.wake();
    await keeper.close();
    await store.close();
    parentPort?.close();
  });
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
