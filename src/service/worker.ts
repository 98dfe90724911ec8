// Entry of a worker thread: heavy rows, or background work. Each loads only what it needs.

import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { isRaised, type SharedCounter } from './core/ending.ts';
import { quietly } from './core/store.ts';
import { openStore } from './db/connection.ts';
import type { Database } from './db/postgres/driver.ts';
import { END } from './http/heavy.ts';
import type { RowRequest } from './http/perform.ts';
import { takeJob, takeSharedJob } from './jobs/queries/jobs.ts';
import { PERFORMERS } from './performers.ts';

interface RowThreadData {
  readonly role: 'rows';
  readonly path: string;
  readonly nodeMajor: number;
  readonly endRequest?: SharedCounter;
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
  const port = parentPort;
  const { outcomeIn } = await import('./http/row-thread.ts');
  if (port === null) return;
  const store = openStore(path, nodeMajor, endRequest && { isToEnd: () => isRaised(endRequest) });
  // An error is reported with the first request, which waits for the same promise.
  store.catch(() => {});
  // A thread ends once its port is closed.
  const end = async (): Promise<void> => {
    await store.then((opened) => opened.close()).catch(() => {});
    port.close();
  };
  const answer = async (request: RowRequest) => port.postMessage(await outcomeIn(store, request));
  port.on('message', (message) => void (message === END ? end() : answer(message)));
}

async function startJobs({ path, nodeMajor, lockRequests, database }: JobThreadData): Promise<void> {
  const { workOnThread } = await import('./jobs/thread.ts');
  if (database) {
    const { openPostgresForJobs } = await import('./db/postgres/store.ts');
    const { url, name } = database;

    const opened = await openPostgresForJobs(url, nodeMajor, { size: JOBS_POOL_SIZE, name, now: Date.now });
    return workOnThread({ ...opened, take: takeSharedJob, performers: PERFORMERS }, () => false);
  }
  const store = await openStore(path, nodeMajor, { checkpointPages: JOBS_CHECKPOINT_PAGES });
  await workOnThread({ store, take: takeJob, performers: PERFORMERS }, () => isRaised(lockRequests));
}

const data: ThreadData = workerData;
void (data.role === 'rows' ? startRows(data) : startJobs(data));
