// The service in the process of a command: for the built-in profile `local`, and for reach serve.

import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../package.json';
import type { DisplayedPages, MemoryClock, ServeOptions, Serving } from './cli/session/host.ts';
import { CliError } from './cli/terminal/exit.ts';
import type { Io } from './cli/terminal/io.ts';
import { type Connection, connectionLost } from './client/transport/transport.ts';
import { TRIAL_HEADER, type WireRequest, type WireResponse } from './contract/wire.ts';
import { appBaseOf, recentAppBase } from './service/app-base.ts';
import type { Dropped } from './service/http/respond.ts';

/** What went wrong inside the service is for its operator; callers see only the request id. */
export async function reportBug(io: Io, error: unknown, requestId: string): Promise<void> {
  const { harmless } = await import('./cli/terminal/formats/cells.ts');
  await io.stderr.write(
    `local service, ${requestId}: ${harmless(String(error instanceof Error ? error.stack : error))}\n`,
  );
}

const problemOf = async (io: Io, error: unknown, folder: string): Promise<unknown> =>
  await (await import('./store-problem.ts')).storeProblem(io, error, folder);

/** A store in use consists of these. */
const STORE_FILES = ['reach.db', 'reach.db-wal', 'reach.db-shm'];

function renameStore(folder: string, suffix: string, newSuffix: string): void {
  const files = STORE_FILES.map((file) => join(folder, file)).filter((file) => existsSync(file + suffix));
  for (const file of files) renameSync(file + suffix, file + newSuffix);
}

/**
 * The service in the same process: what the built-in profile `local` calls instead of a socket. `root` is the folder of the
 * package.
 */
export async function openLocal(
  io: Io,
  folder: string,
  note: (text: string) => void,
  root?: string,
): Promise<Connection> {
  const [{ startService }, { inProcess }] = await Promise.all([
    import('./service/start.ts'),
    import('./service/in-process.ts'),
  ]);
  let failure: unknown = null;
  const start = (empty: boolean, data = folder) =>
    startService({
      ...{ data, version, now: io.now, sleep: io.sleep, random: io.random, empty, rateLimits: 'off' },
      ...(root !== undefined && { definitionsFile: join(root, 'dist', 'text', 'definitions.json') }),
      appBase: recentAppBase(folder),
      onBug: (error, requestId) => void reportBug(io, error, requestId),
      onMigrating: note,
      onDiskFailure: (error) => {
        failure = error;
      },
    });
  const service = await start(false).catch((error: unknown) => {
    failure = error;
    return null;
  });
  let close = async (): Promise<void> => service?.close();
  const local = service && inProcess(service, { interrupt: io.interrupt, sleep: io.sleep, note });

  /** Restores a snapshot in place of a store that cannot be opened, which is moved aside: nothing of it is deleted. */
  const replaced = async (request: WireRequest): Promise<WireResponse | Dropped | null> => {
    const { StoreDamaged, StoreOutdated } = await import('./service/core/store.ts');
    const isUnusable = failure instanceof StoreDamaged || failure instanceof StoreOutdated;
    if (!isUnusable || `${request.method} ${request.path}` !== 'POST /_local/restore') return null;
    if (request.headers[TRIAL_HEADER] !== undefined) {
      const empty = await start(true, ':memory:');
      return empty.handle(request, { caller: 'operator' }).finally(() => empty.close());
    }
    await close();
    close = async () => {};
    const aside = `.damaged-${io.now()}`;
    renameStore(folder, '', aside);
    const fresh = await start(true);
    const answer = await fresh.handle(request, { caller: 'operator' }).finally(() => fresh.close());
    if ('status' in answer && answer.status === 200) {
      note(`the store that could not be opened is now ${join(folder, `reach.db${aside}`)}`);
    } else {
      for (const file of STORE_FILES) rmSync(join(folder, file), { force: true });
      renameStore(folder, aside, '');
    }
    return answer;
  };

  return {
    transport: async (request, { signal }) => {
      signal?.throwIfAborted();
      const answered = await local?.handle(request);
      // The disk is the user's own here, not one behind a service that may recover: no use in trying again.
      const isStoreLost =
        answered === undefined || ('status' in answered && answered.status === 503 && failure !== null);
      const answer = isStoreLost ? await replaced(request) : answered;
      if (answer === null) throw await problemOf(io, failure, folder);
      if ('dropped' in answer) throw connectionLost('the local service');
      return answer;
    },
    close: async () => {
      await local?.settle();
      await close();
    },
  };
}

/** A service of its own: background work is done when a request is answered. */
export async function openInMemory(
  io: Io,
  clock: MemoryClock,
  { empty }: { readonly empty: boolean },
  root?: string,
): Promise<Connection> {
  const [{ startService }, { inProcess }] = await Promise.all([
    import('./service/start.ts'),
    import('./service/in-process.ts'),
  ]);
  const { now, sleep, random, interrupt } = clock;
  const service = await startService({
    ...{ data: ':memory:', version, now, sleep, random, empty, rateLimits: 'off' as const },
    ...(root !== undefined && { definitionsFile: join(root, 'dist', 'text', 'definitions.json') }),
    randomBytes: async (count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
    onBug: (error, requestId) => void reportBug(io, error, requestId),
  });
  const local = inProcess(service, { interrupt, sleep: untilAborted, note: () => {} });
  return {
    transport: async (request) => {
      const answer = await local.handle(request);
      await local.settle();
      if ('dropped' in answer) throw connectionLost('the local service');
      return answer;
    },
    close: () => service.close(),
  };
}

/** Time that passes for no one: notes about work that takes long are not shown. */
const untilAborted = (_ms: number, signal?: AbortSignal) =>
  new Promise<void>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const DRAIN_MS = 10_000;

/** `reach serve`. */
export async function serve(io: Io, root: string, options: ServeOptions): Promise<Serving> {
  // The address may contain a password, and others on this machine can read the arguments of processes.
  if (options.database !== undefined) process.title = 'reach serve';
  const { serveService } = await import('./service/serve.ts');
  const { FolderHeld } = await import('./service/db/holder.ts');
  const { harmlessLine } = await import('./cli/terminal/formats/cells.ts');
  const [{ storeHistory }, { addressMark }, { pathsOf }] = await Promise.all([
    import('./cli/shared/undo/entries.ts'),
    import('./cli/session/history/entry-header.ts'),
    import('./cli/session/paths.ts'),
  ]);
  const marks = { address: '' };
  const { host, port, data, database, empty, rateLimits, admin, requireWebhookSignature, tls, publicUrl } = options;
  const { workers, isAnswering, hasMetrics, pages, appUrl, like } = options;
  try {
    const served = await serveService(
      {
        data: data ?? ':memory:',
        database,
        version,
        now: io.now,
        sleep: io.sleep,
        random: io.random,
        empty,
        rateLimits: rateLimits === 1 ? 'on' : rateLimits,
        isControlOpen: admin,
        requireWebhookSignature,
        keepBodies: options.keepBodies,
        workerFile: join(root, 'dist', 'worker.js'),
        definitionsFile: join(root, 'dist', 'text', 'definitions.json'),
        onBug: (error, requestId) => void reportBug(io, error, requestId),
        onDiskFailure: async (error) => await (await import('./store-problem.ts')).reportDisk(io, error),
        onMigrating: (text) => void io.stderr.write(`local service: ${harmlessLine(text)}\n`),
      },
      {
        ...{ host, port, tls, publicUrl, drainMs: DRAIN_MS, processes: io, sleep: io.sleep },
        ...{ workers, isAnswering, hasMetrics, appUrl, like },
        pageAssets: pages ? join(root, 'dist', 'pages') : null,
        onBug: (error, what) => void reportBug(io, error, what),
        history: (mark) => storeHistory(pathsOf(io), (known) => known === mark || known === marks.address),
      },
    );
    // Commands that name this server and its first key are of this store as well.
    marks.address = addressMark(served.url, served.key);
    return { ...served, refused: served.refused.then(databaseProblem) };
  } catch (error) {
    if (error instanceof FolderHeld) throw new CliError('conflict', 'held', error.message);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new CliError('conflict', 'port', `port ${port} on ${host} is taken`, { hint: '--port 0 takes a free one' });
    const isOfAddress = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
    if (code === 'EADDRNOTAVAIL' || (code === 'EACCES' && isOfAddress))
      throw new CliError('usage', 'address', `cannot listen on ${host}:${port} (${code})`);
    if (database !== undefined) throw await databaseProblem(error);
    throw data === null ? error : await problemOf(io, error, data);
  }
}

/** What keeps a database from being opened: none of its texts has the address in it. */
async function databaseProblem(error: unknown): Promise<unknown> {
  const { StoreForbidden, StoreRefused, StoreTimeout, isBusy } = await import('./service/core/store.ts');
  const hint = '--database or REACH_DATABASE_URL names another one; without it the store is a file on this machine';
  if (error instanceof StoreForbidden)
    return new CliError('access', 'database', error.message, {
      hint: 'PGPASSWORD or ~/.pgpass gives the password, where the address does not',
    });
  if (error instanceof StoreRefused) return new CliError('usage', 'database', error.message, { hint });
  if ((isBusy(error) || error instanceof StoreTimeout) && error instanceof Error)
    return new CliError('later', 'database', error.message, { hint });
  return error;
}

/** Of what `reach open` starts: nothing that a program would ask of a server. */
const FOR_PAGES = {
  ...{ host: '127.0.0.1', port: 0, workers: 1, isAnswering: true, hasMetrics: false, empty: false },
  ...{ rateLimits: 'off' as const, admin: false, requireWebhookSignature: false, pages: true, like: null },
  keepBodies: false,
} satisfies Omit<ServeOptions, 'data'>;

/** The pages of a folder: of the server that has it, or of one that is started for them. */
export async function openPages(io: Io, root: string, folder: string, path: string): Promise<DisplayedPages> {
  const started = await serve(io, root, { ...FOR_PAGES, data: folder }).catch((error: unknown) => {
    if (error instanceof CliError && error.code === 'held') return null;
    throw error;
  });
  if (started !== null)
    return { url: (await started.pageLink(path)) ?? started.url, isOurs: true, close: started.close };
  const base = await appBaseOf(folder);
  if (base === undefined)
    throw new CliError('conflict', 'no_pages', `${folder} is served without pages`, {
      hint: 'start that server without --no-pages',
    });
  const [{ startService }, { linkAt }] = await Promise.all([
    import('./service/start.ts'),
    import('./service/pages/sessions.ts'),
  ]);
  const service = await startService({
    ...{ data: folder, version, now: io.now, sleep: io.sleep, random: io.random, rateLimits: 'off' },
  });
  const url = await linkAt(service.operator, base, path).finally(() => service.close());
  return { url, isOurs: false, close: async () => {} };
}
