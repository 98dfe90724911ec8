// Background work on a thread of its own, over its own connection to the same store. The composition root of that
// thread: it uses the real clock.

import { parentPort } from 'node:worker_threads';
import { sleep } from '../../contract/timers.ts';
import { StoreUnreachable } from '../core/store.ts';
import { keepWorking } from './keep-working.ts';
import type { JobEnvironment } from './perform.ts';

/** After `stop` the thread finishes the current job and ends. */
type MessageToThread = 'wake' | 'stop';

export interface MessageFromThread {
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

/** The queue, who performs its jobs, and where the store is. */
interface WorkPlace extends Omit<JobEnvironment, 'onBug'> {
  readonly news?: WorkNews;
}

export async function workOnThread({ store, jobs, performers, news }: WorkPlace, isLockRequested: () => boolean) {
  const onBug = (error: unknown, what: string): void => {
    const isOutage = error instanceof StoreUnreachable;
    const bug = isOutage ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ bug, what, isOutage } satisfies MessageFromThread);
  };
  // Loaded with a job at hand, they would be waited for by every other server.
  if (news) await Promise.all(Object.values(performers).map((load) => load()));
  const work = keepWorking(
    { store, jobs, performers, onBug },
    { realNow: () => Date.now() + (news?.aheadMs() ?? 0), sleep, isLockRequested },
  );
  const listening = news?.listen(work.wake, sleep);
  parentPort?.on('message', async (message: MessageToThread) => {
    if (message === 'wake') return work.wake();
    await work.close();
    await listening?.close();
    await store.close();
    parentPort?.close();
  });
}
