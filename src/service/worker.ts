// The entry of a worker thread: heavy rows, or the work behind; each loads only what it needs.

import { workerData } from 'node:worker_threads';
import type { EngineThreadData } from './engine-thread.ts';
import type { RowThreadData } from './row-thread.ts';

export type ThreadData = RowThreadData | EngineThreadData;

const given: ThreadData = workerData;

if (given.role === 'rows') void import('./row-thread.ts').then(({ answerRows }) => answerRows(given));
else void import('./engine-thread.ts').then(({ keepEngine }) => keepEngine(given));
