// Background work on a thread of its own, over its own connection to the same store. The composition root of that
// thread: it uses the real clock.

import { parentPort } from 'node:worker_threads';
import { type Sleep, sleep } from '../../contract/timers.ts';
import { StoreUnreachable, storeUnreachable } from '../core/store.ts';
import { type BackgroundWork, keepWorking } from './keep-working.ts';
import type { JobEnvironment } from './work.ts';

/** After `stop` the thread finishes the current job and ends. */
type MessageToThread = 'wake' | 'stop';

interface MessageFromThread {
  readonly bug: string;
  readonly what: string;
  /** Whether it is no bug: the database does not answer, and this says how. */
  readonly isOutage: boolean;
}

/** Of other servers: that there may be jobs, and the time that they agree on. */
interface WorkNews {
  aheadMs(): number;
  listen(wake: () => void, wait: typeof sleep): { close(): Promise<void> };
}

interface WorkPlace extends Omit<JobEnvironment, 'onBug'> {
  readonly news?: WorkNews;
}

export async function workOnThread({ news, ...place }: WorkPlace, isLockRequested: () => boolean) {
  const onBug = (error: unknown, what: string): void => {
    const isOutage = error instanceof StoreUnreachable;
    const bug = isOutage ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ bug, what, isOutage } satisfies MessageFromThread);
  };
  // Loaded with a job at hand, they would be waited for by every other server.
  if (news) await Promise.all(Object.values(place.performers).map((load) => load()));
  const work = keepWorking(
    { ...place, onBug },
    { realNow: () => Date.now() + (news?.aheadMs() ?? 0), sleep, isLockRequested },
  );
  const listening = news?.listen(work.wake, sleep);
  parentPort?.on('message', async (message: MessageToThread) => {
    if (message === 'wake') return work.wake();
    await work.close();
    await listening?.close();
    await place.store.close();
    parentPort?.close();
  });
}

// Background work on a thread of its own. A thread that dies is replaced.

/** The part of node:worker_threads that is used. */
interface JobThread {
  postMessage(message: 'wake' | 'stop'): void;
  on(event: 'message', listener: (message: MessageFromThread) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

interface OnThreadOptions {
  readonly spawn: () => JobThread;
  readonly sleep: Sleep;
  readonly onBug: (error: unknown, what: string) => void;
}

/**
 * How long the thread may take to end by itself, milliseconds: a job takes 25. On a busy machine one that has just been started
 * takes longer, and ending it by force while it loads SQLite's driver ends the process.
 */
const STOP_MS = 5_000;

/** Pause before a thread is restarted: one that cannot start must not keep the machine busy. */
const RESPAWN_MS = 1_000;

export function keepOnThread({ spawn, sleep, onBug }: OnThreadOptions): BackgroundWork {
  const ending = new AbortController();
  let thread: JobThread | null = null;
  const live = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const current = spawn();
      thread = current;
      await new Promise<void>((ended) => {
        current.on('message', ({ bug, what, isOutage }) =>
          onBug(isOutage ? storeUnreachable(bug) : new Error(`${what}: ${bug}`), what),
        );
        current.on('error', (error) => onBug(error, 'the job thread'));
        current.on('exit', ended);
      });
      thread = null;
      if (!ending.signal.aborted) await sleep(RESPAWN_MS, ending.signal).catch(() => {});
    }
  };
  const living = live();
  return {
    wake: () => thread?.postMessage('wake'),
    close: async () => {
      ending.abort();
      thread?.postMessage('stop');
      const ended = new AbortController();
      const late = sleep(STOP_MS, ended.signal).then(
        () => thread?.terminate(),
        () => {},
      );
      await living;
      ended.abort();
      await late;
    },
  };
}
