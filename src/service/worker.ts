// The entry of a worker thread: heavy rows, or the work behind; each loads only what it needs.

import { workerData } from 'node:worker_threads';
import type { RowThreadData } from './http/row-thread.ts';
import type { EngineThreadData } from './jobs/thread.ts';

export type ThreadData = RowThreadData | EngineThreadData;

const given: ThreadData = workerData;

if (given.role === 'rows') void import('./http/row-thread.ts').then(({ answerRows }) => answerRows(given));
else void import('./jobs/thread.ts').then(({ keepEngine }) => keepEngine(given));
