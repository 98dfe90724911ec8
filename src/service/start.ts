// The composition root of the service: builds the request function from a store, a clock and randomness.

import type { Sleep } from '../contract/timers.ts';
import type { WireRequest, WireResponse } from '../contract/wire.ts';
import { readClock, virtualNow } from './core/clock.ts';
import { type EncryptSecret, stopping } from './core/context.ts';
import { sharedCounter } from './core/ending.ts';
import type { LoggedRequest, Operator, RandomBytes, Servers } from './core/operator.ts';
import { type OpenWindow, openWindows } from './core/queries/rates.ts';
import { areKeysOutdated, isInitialized } from './core/queries/settings.ts';
import type { Tx } from './core/sql.ts';
import type { Store } from './core/store.ts';
import { trialOf } from './core/trial.ts';
import { dispatch, type ServiceParts } from './http/dispatch.ts';
import type { HeavyWork } from './http/heavy.ts';
import { perform, performControl } from './http/perform.ts';
import type { Dropped, RequestArrival } from './http/respond.ts';
import { ROUTES } from './http/routes.ts';
import type { BackgroundWork } from './jobs/keep-working.ts';
import { isAnythingDue, type QueueFigures, queueFigures } from './jobs/queries/jobs.ts';
import type { JobEnvironment, Performers, WorkOptions, WorkResult } from './jobs/work.ts';
import { outageOnceAMinute, type PlaceOptions, placeOf, type StorePlace } from './place.ts';
import type { ThreadData } from './worker.ts';

export interface StartOptions extends PlaceOptions {
  readonly version: string;
  readonly sleep: Sleep;
  /** Whether servers of one database go by its clock. */
  readonly isTimeShared?: boolean;
  /** For keys. Default: the system's. */
  readonly randomBytes?: RandomBytes;
  /** For request ids: from 0 up to, not including, 1. */
  readonly random: () => number;
  /** Start without the sample workspace. */
  readonly empty?: boolean;
  /** Whether rates are limited by default; a number multiplies the limits. */
  readonly rateLimits: 'on' | 'off' | number;
  /** `METHOD /v1/path` → its limit in place of that of the contract. */
  readonly rates?: Readonly<Record<string, number>>;
  /** Whether callers outside the process that have the admin token can use `/_local`. */
  readonly isControlOpen?: boolean;
  /** Whether a delivery to a webhook must carry a signature with its time. */
  readonly requireWebhookSignature?: boolean;
  /** Keeps the beginning of every body in the request log. */
  readonly keepBodies?: boolean;
  /** The address it is reached by, once it is; undefined if it listens nowhere. */
  readonly baseUrl?: () => string | undefined;
  /** The address of its pages, without a trailing slash; undefined where there are none. */
  readonly appBase?: () => Promise<string | undefined>;
  readonly heavyDeadlineMs?: number;
  /** The OpenAPI document as the build wrote it. Without it, it is made when first asked for, which takes a moment. */
  readonly definitionsFile?: string;
  /** Default: performers.ts. A worker thread always uses that. */
  readonly performers?: Performers;
  /** Called for every request, once it is answered. */
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Called for every bug with its request id. */
  readonly onBug?: (error: unknown, requestId: string) => void;
}

export interface Service extends Figures {
  handle(request: WireRequest, arrival?: RequestArrival): Promise<WireResponse | Dropped>;
  /** A key with scope ALL for the first workspace, the same at every start on the same data. */
  adminKey(): Promise<string>;
  /** The value of the header `x-admin-token`. */
  adminToken(): Promise<string>;
  /** Performs all due jobs, on this thread. Loads nothing if none is due. */
  work(options?: WorkOptions): Promise<WorkResult>;
  /** Performs jobs as they fall due, until closed: on a thread of its own if there is a built worker. */
  keepWorking(): Promise<BackgroundWork>;
  /** What the control surface and the pages work with. */
  readonly operator: Operator;
  /** Of a database: those that share it. */
  readonly servers: Servers | null;
  readonly store: Store;
  close(): Promise<void>;
}

const NO_WORK: WorkResult = { performed: 0, failed: 0, isUnfinished: false };

/** After this time a search is answered with 408 (the time is our choice). */
const HEAVY_DEADLINE_MS = 30_000;

/** Throws StoreRefused for data of a newer version, StoreDamaged, and file system errors. */
export async function startService(start: StartOptions): Promise<Service> {
  const counter = sharedCounter();
  const place = await placeOf(start, { nodeMajor: nodeMajor(), pid: process.pid, lockRequests: counter });
  const { store, servers } = place;
  const options = { ...start, now: timeOf(start, servers) };
  const closing = new AbortController();
  const heavy = await heavyOf(options, place.path);
  const time = { realNow: options.now, sleep: options.sleep };
  const onBug = options.onBug ?? (() => {});
  const onJobBug = outageOnceAMinute(options.now, onBug);
  const environment = async (): Promise<JobEnvironment> => {
    const performers = options.performers ?? (await import('./performers.ts')).PERFORMERS;
    return { store, take: place.takeJob, performers, onBug: onJobBug };
  };
  const operator = operatorOf(options, place, async (change) =>
    (await import('./jobs/move-clock.ts')).moveClock(await environment(), time, change),
  );
  const sleep = (ms: number) => options.sleep(ms, closing.signal);
  const parts = partsOf({ ...options, sleep }, operator, heavy, onBug);
  await prepareStore(operator, options);
  const figures = figuresOf(store, options.now);
  return {
    handle: (request, arrival) => dispatch(parts, request, arrival),
    adminKey: async () => (await import('./resources/local/keys.ts')).adminKey(operator, options.now()),
    adminToken: parts.adminToken,
    ...figures,
    work: async (workOptions) => {
      return (await figures.isWorkDue())
        ? (await import('./jobs/work.ts')).runDueJobs(await environment(), time, workOptions)
        : NO_WORK;
    },
    keepWorking: async () => {
      const { workerFile } = options;
      if (!workerFile) return (await import('./jobs/keep-working.ts')).keepWorking(await environment(), time);
      const { keepOnThread } = await import('./jobs/thread.ts');
      const spawn = await spawnerOf(workerFile, {
        role: 'jobs',
        path: place.path,
        nodeMajor: nodeMajor(),
        lockRequests: counter,
        database: options.database && { ...options.database, name: place.servers?.connectionName },
      });
      return keepOnThread({ spawn, sleep: options.sleep, onBug: onJobBug });
    },
    operator,
    servers: place.servers,
    store,
    close: async () => {
      closing.abort(stopping());
      await Promise.all([heavy?.reads.close(), heavy?.writes.close()]);
      await store.close();
      await place.cleanUp();
    },
  };
}

function timeOf({ isTimeShared, now }: StartOptions, servers: Servers | null): StartOptions['now'] {
  return isTimeShared && servers !== null ? () => now() + servers.aheadMs() : now;
}

/** Gives a new store its contents, and one of an earlier version the keys of this one. */
async function prepareStore(operator: Operator, { now, empty }: StartOptions): Promise<void> {
  const { store } = operator;
  if (await store.read(areKeysOutdated)) {
    const { updateOutdatedKeys } = await import('./resources/local/snapshots.ts');
    await store.write(updateOutdatedKeys);
  }
  if (await store.read(isInitialized)) return;
  const { initializeStore } = await import('./resources/local/contents.ts');
  await initializeStore(operator, now(), { withSample: !empty });
}

function operatorOf(options: StartOptions, place: StorePlace, moveClock: Operator['moveClock']): Operator {
  return {
    store: place.store,
    secrets: place.secrets,
    log: place.log,
    randomBytes: options.randomBytes ?? (async (count) => (await import('./core/crypto.ts')).secureBytes(count)),
    realNow: options.now,
    version: options.version,
    servers: place.servers,
    data: place.name,
    folder: place.folder,
    storePath: place.path,
    limitsByDefault: options.rateLimits !== 'off',
    moveClock,
    sampleLoader: async () => (await import('./sample/load.ts')).loadSample,
    endpoints: ROUTES.all.filter(({ group }) => group !== 'local').map(({ endpoint }) => endpoint),
  };
}

function partsOf(
  options: StartOptions,
  operator: Operator,
  heavy: Heavy | null,
  onBug: ServiceParts['onBug'],
): ServiceParts {
  const encryptSecret: EncryptSecret = async (secret) =>
    (await import('./core/crypto.ts')).encryptWith(operator.secrets, operator.randomBytes)(secret);
  let document: Promise<string> | undefined;
  return {
    ...operator,
    sleep: options.sleep,
    random: options.random,
    rateFactor: typeof options.rateLimits === 'number' ? options.rateLimits : 1,
    rates: options.rates ?? {},
    adminToken: async () => (await import('./resources/local/keys.ts')).adminToken(operator),
    isControlOpen: options.isControlOpen ?? false,
    requireWebhookSignature: options.requireWebhookSignature ?? false,
    keepBodies: options.keepBodies ?? false,
    perform: ({ row }, job) => {
      if (row.heavy && heavy) return heavy[row.effect === 'read' ? 'reads' : 'writes'].run(job);
      const limitMs = row.heavy ? (options.heavyDeadlineMs ?? HEAVY_DEADLINE_MS) : undefined;
      return perform(operator.store, row, job, { encryptSecret, limitMs });
    },
    baseUrl: options.baseUrl ?? (() => undefined),
    appBase: options.appBase ?? (async () => undefined),
    control: async (route, raw, { isTrial, ...call }) =>
      performControl(route, raw, { ...(isTrial ? trialOf(operator) : operator), ...call }),
    definitions: () => {
      document ??= definitionsText(options.definitionsFile);
      return document;
    },
    onRequest: options.onRequest ?? (() => {}),
    onBug,
    onDiskFailure: options.onDiskFailure ?? (() => {}),
  };
}

async function definitionsText(file: string | undefined): Promise<string> {
  if (file !== undefined) return (await import('node:fs/promises')).readFile(file, 'utf8');
  const { definitions } = await import('../contract/definitions.ts');
  return JSON.stringify(definitions());
}

/** Each reading request waits for no writing one. */
type Heavy = Readonly<Record<'reads' | 'writes', HeavyWork>>;

async function heavyOf(options: StartOptions, path: string): Promise<Heavy | null> {
  const { workerFile, sleep, database, heavyDeadlineMs: deadlineMs = HEAVY_DEADLINE_MS } = options;
  // A database has its own processes, and stops what takes too long.
  if (!workerFile || database) return null;
  const { heavyWork } = await import('./http/heavy.ts');
  const { rowWorker } = await import('./http/heavy.ts');
  const data: ThreadData = { role: 'rows', path, nodeMajor: nodeMajor() };
  const started = () => heavyWork({ spawn: () => rowWorker(workerFile, data), deadlineMs, sleep });
  return { reads: started(), writes: started() };
}

async function spawnerOf(workerFile: string, workerData: ThreadData) {
  const { Worker } = await import('node:worker_threads');
  return () => new Worker(workerFile, { workerData });
}

function nodeMajor(): number {
  return Number(process.versions.node.split('.')[0]);
}

interface Figures {
  isWorkDue(): Promise<boolean>;
  queueFigures(): Promise<QueueFigures>;
  /** How much of their rates keys have used. */
  openWindows(): Promise<OpenWindow[]>;
}

function figuresOf(store: Store, realNow: () => number): Figures {
  const timeIn = async (tx: Tx): Promise<number> => virtualNow(await readClock(tx), realNow());
  return {
    isWorkDue: () => store.read(async (tx) => isAnythingDue(tx, await timeIn(tx))),
    queueFigures: () => store.read(async (tx) => queueFigures(tx, await timeIn(tx))),
    openWindows: async () => {
      const now = await store.read(timeIn);
      return store.count((tx) => openWindows(tx, now));
    },
  };
}
