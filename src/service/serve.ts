// The service as a server: claims its data folder, listens, and releases both in order.

import type { ServiceLikeness } from '../contract/learned.ts';
import type { Processes } from '../contract/processes.ts';
import { resetRateLimitSwitch } from './core/features.ts';
import type { ServerSelf } from './core/operator.ts';
import { claimFolder } from './db/holder.ts';
import { storeError } from './db/postgres/errors.ts';
import { alike } from './http/likeness.ts';
import { type ListenOptions, listen, type RequestHandler } from './http/listener.ts';
import { metricsOf, withProbes } from './http/probes.ts';
import type { BackgroundWork } from './jobs/keep-working.ts';
import type { Pages, PagesOptions } from './pages/pages.ts';
import { type Service, type StartOptions, startService } from './start.ts';

interface ServerOptions extends Omit<ListenOptions, 'publicHosts'>, PageOptions {
  readonly processes: Processes;
  /** Where others reach it, such as the address of a proxy; webhook addresses begin with it. Default: where it listens. */
  readonly publicUrl?: string | undefined;
  /** Threads that perform jobs (1); several only help on a database. */
  readonly workers?: number;
  /** Whether it answers requests (true), or only works. */
  readonly isAnswering?: boolean;
  /** What it takes over of another service. */
  readonly like?: ServiceLikeness | null;
  readonly hasMetrics?: boolean;
}

interface Server {
  readonly url: string;
  readonly key: string;
  readonly adminToken: string;
  /** The database and its host, without user and password; null for a store in a file. */
  readonly database: string | null;
  /** The address that opens a page once, and begins a session; null where there are no pages. `path` is below `/app`. */
  pageLink(path?: string): Promise<string | null>;
  /** Resolves when a newer version has changed the database so that this server has to stop; says why. */
  readonly refused: Promise<Error>;
  /** Finishes requests in progress, then releases socket, claim and store. */
  close(): Promise<void>;
}

/** Kept of the drain time for what follows the last request: the job in progress, the store. */
const CLOSE_MS = 2_000;

/**
 * `rateLimits` applies, whatever was switched in this data before. Throws FolderHeld if another process serves the
 * folder, and system errors of the address.
 */
export async function serveService(start: StartOptions, options: ServerOptions): Promise<Server> {
  try {
    return await startServer(start, options);
  } catch (error) {
    // The database may go down at any query on the way up.
    throw start.database ? storeError(error) : error;
  }
}

function ratesOf({ like }: ServerOptions): Readonly<Record<string, number>> {
  const limits = Object.entries(like?.requests ?? {});
  return Object.fromEntries(limits.flatMap(([request, { perMinute }]) => (perMinute ? [[request, perMinute]] : [])));
}

async function startServer(start: StartOptions, options: ServerOptions): Promise<Server> {
  const { publicUrl, appUrl } = options;
  let baseUrl = publicUrl?.replace(/\/$/, '');
  const pages = servedPages(options);
  const metrics = options.hasMetrics ? metricsOf(start.version) : null;
  const counting = metrics && { onRequest: metrics.count };
  const addresses = { baseUrl: () => baseUrl, appBase: async () => pages.base() };
  const service = await startService({
    ...start,
    rates: ratesOf(options),
    ...counting,
    ...addresses,
    isTimeShared: true,
  });
  // In the order of their beginning; ended from the last to the first, wherever the start fails.
  const ends: (() => unknown)[] = [() => service.close()];
  const close = async (): Promise<void> => {
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
  };
  try {
    const claim = await claimOf(start, service, options);
    ends.push(() => claim?.release());
    // In a database it is everybody's.
    if (!start.database) await service.store.write(resetRateLimitSwitch);
    const { workers = 1, isAnswering = true, sleep } = options;
    const working = withBackgroundWork(service);
    // A database that is gone forgets it by itself.
    ends.push(() => service.servers?.leave().catch(() => {}));
    ends.push(() => working.close());
    const figures = metrics && (() => metrics.text(service));
    const probes = { version: start.version, sleep, isAnswering, metrics: figures };
    const handler = pages.over(withProbes(alike(working, options.like ?? null), probes));
    const publicHosts = [publicUrl, appUrl].flatMap((url) => (url === undefined ? [] : new URL(url).hostname));
    const drainMs = Math.max(0, options.drainMs - CLOSE_MS);
    const listener = await listen(handler, { ...options, publicHosts, drainMs });
    ends.push(() => listener.close());
    // Not before: where the port is taken, threads would be ended while they start, which SQLite's driver does not survive.
    await working.start(workers);
    baseUrl ??= listener.url;
    ends.push(() => pages.close());
    if (options.isAnswering !== false) await pages.open(service, baseUrl);
    const isLasting = appUrl !== undefined || publicUrl !== undefined || options.port !== 0;
    claim?.announce(listener.url, pages.base() ?? null, isLasting);
    const { refused } = await joined(service, { url: baseUrl, version: start.version, workers, isAnswering });
    return {
      url: listener.url,
      key: await service.adminKey(),
      adminToken: await service.adminToken(),
      database: service.servers?.database ?? null,
      pageLink: pages.link,
      refused,
      close,
    };
  } catch (error) {
    // That this fails as well must not hide the cause.
    await close().catch(() => {});
    throw error;
  }
}

/** Lists it among the servers of its database. Gives what `Server.refused` is. */
async function joined({ servers }: Service, self: ServerSelf): Promise<{ readonly refused: Promise<Error> }> {
  let refuse: (error: Error) => void = () => {};
  const refused = new Promise<Error>((resolve) => {
    refuse = resolve;
  });
  await servers?.join(self, refuse);
  // In an object: the promise itself would be waited for.
  return { refused };
}

async function claimOf({ data, database, now }: StartOptions, { store }: Service, options: ServerOptions) {
  if (data === ':memory:' || database) return null;
  return claimFolder(data, store, { processes: options.processes, now, sleep: options.sleep });
}

/** Answers requests and, once started, performs jobs in the background. `close` finishes the current jobs. */
function withBackgroundWork(service: Service) {
  const background: BackgroundWork[] = [];
  const announce = announcing(service);
  const handle: RequestHandler['handle'] = async (request, arrival) => {
    const answer = await service.handle(request, arrival);
    // What a thread wrote to a file is not known here.
    if (service.servers?.takeNewJobs() ?? request.method !== 'GET') {
      for (const one of background) one.wake();
      announce();
    }
    return answer;
  };
  return {
    handle,
    start: async (workers: number): Promise<void> => {
      for (let n = 0; n < workers; n += 1) background.push(await service.keepWorking());
    },
    close: async () => {
      await Promise.all(background.map((one) => one.close()));
    },
  };
}

/** Wakes the workers of other servers; what comes while that is under way is announced together. */
function announcing({ servers, isWorkDue }: Service): () => void {
  let isWanted = false;
  let isUnderWay = false;
  const run = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      // Where this fails, the others find it by looking.
      if (await isWorkDue().catch(() => false)) await servers?.announceJobs().catch(() => {});
    }
    isUnderWay = false;
  };
  return () => {
    isWanted = servers !== null;
    if (!isWanted || isUnderWay) return;
    isUnderWay = true;
    void run();
  };
}

// The pages of a server: loaded when it serves them, and opened once its address is known.

interface PageOptions {
  /** Where browsers reach the pages, of this server or another, without a path. Default: the address of the server. */
  readonly appUrl?: string | undefined;
  /** The folder of style and script; null for no pages. */
  readonly pageAssets?: string | null | undefined;
  readonly onBug?: ((error: unknown, what: string) => void) | undefined;
  /** What commands of this machine changed in the store. */
  readonly history?: PagesOptions['history'];
}

interface ServedPages {
  /** The address of the pages, without a trailing slash; undefined where there are none. */
  base(): string | undefined;
  /** A handler that answers requests for pages itself, and passes on all others. */
  over<Handler extends RequestHandler>(handler: Handler): Handler;
  /** `address`: that of the server. */
  open(service: Service, address: string): Promise<void>;
  /** The address that opens a page once; null where there are none here. */
  link(path?: string): Promise<string | null>;
  close(): void;
}

function servedPages({ appUrl, pageAssets, onBug = () => {}, history }: PageOptions): ServedPages {
  let pages: Pages | null = null;
  let origin = appUrl?.replace(/\/$/, '');
  return {
    base: () => (origin === undefined ? undefined : `${origin}/app`),
    over: (handler) => ({
      ...handler,
      handle: (request, arrival) =>
        pages?.owns(request.path) && !arrival?.refusal ? pages.handle(request) : handler.handle(request, arrival),
    }),
    open: async ({ operator }, address) => {
      if (typeof pageAssets !== 'string') return;
      origin ??= address;
      const { pagesOf } = await import('./pages/pages.ts');
      pages = pagesOf({ operator, assets: pageAssets, origin, onBug, history });
    },
    link: async (path) => pages?.link(path) ?? null,
    close: () => pages?.close(),
  };
}
