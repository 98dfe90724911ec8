// Background work on a thread of its own, over its own connection to the same store. The composition root of that
// thread: it uses the real clock.

import { parentPort } from 'node:worker_threads';
import { sleep } from '../../contract/timers.ts';
import { keepWorking } from './keep-working.ts';
import type { JobEnvironment } from './perform.ts';
import { PERFORMERS } from './performers.ts';

/** After `stop` the thread finishes the current job and ends. */
type MessageToThread = 'wake' | 'stop';

interface MessageFromThread {
  readonly bug: string;
  readonly what: string;
}

/** The queue that is worked on, and where it is. */
export type WorkPlace = Pick<JobEnvironment, 'store' | 'jobs'>;

export function workOnThread({ store, jobs }: WorkPlace, isLockRequested: () => boolean): void {
  const onBug = (error: unknown, what: string): void => {
    const bug = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ bug, what } satisfies MessageFromThread);
  };
  const work = keepWorking(
    { store, jobs, performers: PERFORMERS, onBug },
    { realNow: () => Date.now(), sleep, isLockRequested },
  );
  parentPort?.on('message', async (message: MessageToThread) => {
    if (message === 'wake') return work.wake();
    await work.close();
    await store.close();
    parentPort?.close();
  });
}
