// The thread that heavy rows run on. It ends by itself: see core/ending.ts.

import { Worker } from 'node:worker_threads';
import { endRequest, requestEnd } from '../core/ending.ts';
import type { RowThread } from './heavy.ts';

/** To the thread: what it is to do once its request has ended. */
export const END = 'end';

/** Runs `program` with `data`. */
export function rowWorker(program: string, data: object): RowThread {
  const shared = endRequest();
  const worker = new Worker(program, { workerData: { ...data, endRequest: shared } });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return {
    postMessage: (request) => worker.postMessage(request),
    on: worker.on.bind(worker),
    off: worker.off.bind(worker),
    terminate: () => {
      requestEnd(shared);
      worker.postMessage(END);
      return ended;
    },
  };
}
