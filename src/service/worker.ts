// Entry of a worker thread: heavy rows, or background work. Each loads only what it needs.

import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type EndRequest, isEndRequested } from './core/ending.ts';
import { quietly, type Store } from './core/store.ts';
import { openStore } from './db/connection.ts';
import type { Database } from './db/postgres/driver.ts';
import { isLockRequested, type SharedCounter } from './db/write-lock-request.ts';
import { END } from './http/heavy.ts';
import type { RowCaller } from './http/row-thread.ts';
import { storedJobs } from './jobs/queries/jobs.ts';
import { PERFORMERS } from './performers.ts';

interface RowThreadData {
  readonly role: 'rows';
  readonly path: string;
  readonly nodeMajor: number;
  readonly endRequest?: EndRequest;
}

interface JobThreadData {
  readonly role: 'jobs';
  readonly path: string;
  readonly nodeMajor: number;
  /** Lock requests of the thread that answers requests. */
  readonly lockRequests: SharedCounter;
  /** In place of the file. */
  readonly database?: Database | undefined;
}

export type ThreadData = RowThreadData | JobThreadData;

/** One works, one waits for news. */
const JOBS_POOL_SIZE = 2;

/** Jobs write most: moving the log into the file often and in small pieces spares requests from doing it. */
const JOBS_CHECKPOINT_PAGES = 1_000;

/**
 * Where all processors are busy, short requests come first; what is left over is the same. Only on Linux does a thread have a
 * priority of its own: elsewhere it would be that of the server.
 */
function giveWay(): void {
  if (process.platform === 'linux') quietly(() => setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL));
}

async function startRows({ path, nodeMajor, endRequest }: RowThreadData): Promise<void> {
  giveWay();
  const { answerRows } = await import('./http/row-thread.ts');
  if (parentPort === null) return;
  const store = openStore(path, nodeMajor, endRequest && { isToEnd: () => isEndRequested(endRequest) });
  answerRows(store, threadCaller(parentPort, store));
}

/** A thread ends once its port is closed. */
function threadCaller(port: MessagePort, store: Promise<Store>): RowCaller {
  const end = async (): Promise<void> => {
    await store.then((opened) => opened.close()).catch(() => {});
    port.close();
  };
  return {
    onRequest: (answer) => port.on('message', (message) => void (message === END ? end() : answer(message))),
    send: (outcome) => port.postMessage(outcome),
  };
}

async function startJobs({ path, nodeMajor, lockRequests, database }: JobThreadData): Promise<void> {
  const { workOnThread } = await import('./jobs/thread.ts');
  if (database) {
    const { openPostgresForJobs } = await import('./db/postgres/store.ts');
    const { url, name } = database;
    const { sharedJobs } = await import('./jobs/queries/postgres.ts');
    const opened = await openPostgresForJobs(url, nodeMajor, { size: JOBS_POOL_SIZE, name, now: Date.now });
    return workOnThread({ ...opened, jobs: sharedJobs, performers: PERFORMERS }, () => false);
  }
  const store = await openStore(path, nodeMajor, { checkpointPages: JOBS_CHECKPOINT_PAGES });
  await workOnThread({ store, jobs: storedJobs, performers: PERFORMERS }, () => isLockRequested(lockRequests));
}

const data: ThreadData = workerData;
void (data.role === 'rows' ? startRows(data) : startJobs(data));
