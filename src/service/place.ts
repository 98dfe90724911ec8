// Where the store is: a folder, memory, or a database. With it come secrets and the log of requests.

import { join } from 'node:path';
import type { SharedCounter } from './core/ending.ts';
import type { Operator } from './core/operator.ts';
import { openStore } from './db/connection.ts';
import { isUsedStore, makeFolder, makePrivateFile, secretsIn, secretsInMemory } from './db/files.ts';
import type { Database } from './db/postgres/driver.ts';
import { requestLogIn, requestLogInMemory } from './db/request-log.ts';
import { type TakeJob, takeJob, takeSharedJob } from './jobs/queries/jobs.ts';
import type { JobEnvironment } from './jobs/work.ts';

export interface StorePlace extends Pick<Operator, 'store' | 'secrets' | 'log' | 'servers' | 'folder'> {
  readonly takeJob: TakeJob;
  /** The folder of the store, or `memory`, or a database and its host. */
  readonly name: string;
  /** The store's file, or `:memory:`, or `postgres`. */
  readonly path: string;
  /** Deletes temporary data. */
  cleanUp(): Promise<void>;
}

export interface PlaceOptions {
  /** Folder of the store, created if missing; `:memory:` keeps nothing. With `database`, of snapshots taken over the socket. */
  readonly data: string;
  /** The address of a PostgreSQL that is the store, in place of `data`; it may contain a password. */
  readonly database?: Database | undefined;
  /** Real time, epoch ms. */
  readonly now: () => number;
  /** The built worker; null runs heavy rows on this thread, without a deadline. */
  readonly workerFile?: string | null;
  /** How long a write waits while another process holds the lock; then it is answered with 503. */
  readonly lockWaitMs?: number;
  /** Called with what takes long while a large store is brought to this version. */
  readonly onMigrating?: (text: string) => void;
  /** Called for every request that failed because of the disk under the store. */
  readonly onDiskFailure?: (error: unknown) => void;
}

interface Opener {
  readonly nodeMajor: number;
  readonly pid: number;
  /** Of this thread, for the other threads of the process. */
  readonly lockRequests: SharedCounter;
}

export async function placeOf(options: PlaceOptions, { nodeMajor, pid, lockRequests }: Opener): Promise<StorePlace> {
  const { data, workerFile, lockWaitMs, database, now, onMigrating } = options;
  if (database) {
    const { openPostgres } = await import('./db/postgres/store.ts');
    const report = outageOnceAMinute(now, (error) => options.onDiskFailure?.(error));
    const onLost = (error: unknown) => report(error, 'the connection to the database');
    const pool = { size: database.poolSize, lockWaitMs, onLost, onMigrating, now };
    const place = await openPostgres(database.url, nodeMajor, pool);
    const folder = data === ':memory:' ? null : data;
    if (folder !== null) makeFolder(folder);
    return { ...place, takeJob: takeSharedJob, folder, path: 'postgres', cleanUp };
  }
  const openOptions = { lockWaitMs, lockRequests, onMigrating };
  if (data !== ':memory:') {
    makeFolder(data);
    const path = join(data, 'reach.db');
    const isUsed = isUsedStore(path, join(data, 'admin.key'));
    makePrivateFile(path);
    const store = await openStore(path, nodeMajor, { ...openOptions, isUsed });
    const secrets = secretsIn(data, String(pid));
    const log = requestLogIn(join(data, 'requests.ndjson'), store);
    return { store, takeJob, secrets, log, servers: null, folder: data, name: data, path, cleanUp };
  }
  const shared = { takeJob, servers: null, folder: null };
  const inMemory = { ...shared, secrets: secretsInMemory(), log: requestLogInMemory(), name: 'memory' };
  if (!workerFile) return { ...inMemory, store: await openStore(data, nodeMajor), path: data, cleanUp };
  // Two threads cannot share a store in memory.
  const [{ mkdtemp, rm }, { tmpdir }] = await Promise.all([import('node:fs/promises'), import('node:os')]);
  const folder = await mkdtemp(join(tmpdir(), 'reach-'));
  const path = join(folder, 'reach.db');
  const store = await openStore(path, nodeMajor, openOptions);
  return { ...inMemory, store, path, cleanUp: () => rm(folder, { recursive: true, force: true }) };
}

async function cleanUp(): Promise<void> {}

// What is reported while the database is away: each attempt fails alike, and there are many.

type Report = JobEnvironment['onBug'];

const EVERY_MS = 60_000;

/** Reports bugs as they come; that the database does not answer once a minute, in one line without a stack. */
export function outageOnceAMinute(now: () => number, report: Report): Report {
  let reportedAt: number | null = null;
  return (error, what) => {
    // An error that ended a thread has lost its class, and the build gives classes other names.
    const isOutage = error instanceof Error && error.name === 'StoreUnreachable';
    if (!isOutage) return report(error, what);
    // Also where the clock was set back.
    if (reportedAt !== null && Math.abs(now() - reportedAt) < EVERY_MS) return;
    reportedAt = now();
    report(`${error.message}; it is tried again until it answers`, what);
  };
}
