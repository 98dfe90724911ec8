// The composition root: the real process, the client and the service. With local.ts, which puts the service into the process of
// a command, the only file that sees both sides.

import { join } from 'node:path';
import { version } from '../package.json';
import type { DisplayedPages, Host, ServeOptions, Serving } from './cli/session/host.ts';
import { CliError } from './cli/terminal/exit.ts';
import { harmless, harmlessLine } from './cli/terminal/formats/cells.ts';
import { type Io, processIo } from './cli/terminal/io.ts';
import { main } from './cli/tool/main.ts';

async function reportDisk(io: Io, error: unknown): Promise<void> {
  const [{ StoreDamaged }, { wayBack }] = await Promise.all([import('./service/core/store.ts'), import('./local.ts')]);
  const hint = !(error instanceof StoreDamaged)
    ? ''
    : error.isWhole
      ? '\nhint: start it again: the index is rebuilt from the log, and nothing is lost'
      : `\nhint: stop it; ${await wayBack(io, error.path)}`;
  await io.stderr.write(`local service: ${harmless(error instanceof Error ? error.message : String(error))}${hint}\n`);
}

const DRAIN_MS = 10_000;

async function serve(io: Io, root: string, options: ServeOptions): Promise<Serving> {
  // The address may contain a password, and others on this machine can read the arguments of processes.
  if (options.database !== undefined) process.title = 'reach serve';
  const { serveService } = await import('./service/serve.ts');
  const { FolderHeld } = await import('./service/db/holder.ts');
  const { reportBug, storeProblem } = await import('./local.ts');
  const { host, port, data, database, empty, rateLimits, admin, requireWebhookSignature, tls, publicUrl } = options;
  const { backupEveryMs, workers, isAnswering, hasMetrics, pages, appUrl } = options;
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
        workerFile: join(root, 'dist', 'worker.js'),
        definitionsFile: join(root, 'dist', 'text', 'definitions.json'),
        onBug: (error, requestId) => void reportBug(io, error, requestId),
        onDiskFailure: (error) => void reportDisk(io, error),
        onMigrating: (text) => void io.stderr.write(`local service: ${harmlessLine(text)}\n`),
      },
      {
        ...{ host, port, tls, publicUrl, drainMs: DRAIN_MS, processes: io, sleep: io.sleep },
        ...{ backupEveryMs, workers, isAnswering, hasMetrics, appUrl },
        pageAssets: pages ? join(root, 'dist', 'pages') : null,
        onBug: (error, what) => void reportBug(io, error, what),
      },
    );
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
    throw data === null ? error : await storeProblem(io, error, data);
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
  ...{ host: '127.0.0.1', port: 0, workers: 1, isAnswering: true, hasMetrics: false, empty: false, backupEveryMs: 0 },
  ...{ rateLimits: 'off' as const, admin: false, requireWebhookSignature: false, pages: true },
} satisfies Omit<ServeOptions, 'data'>;

async function openPages(io: Io, root: string, folder: string, path: string): Promise<DisplayedPages> {
  const started = await serve(io, root, { ...FOR_PAGES, data: folder }).catch((error: unknown) => {
    if (error instanceof CliError && error.code === 'held') return null;
    throw error;
  });
  if (started !== null)
    return { url: (await started.pageLink(path)) ?? started.url, isOurs: true, close: started.close };
  const { appBaseOf } = await import('./local.ts');
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

function handsOver(io: Io, root: string): Host {
  return {
    io,
    version,
    samples: join(root, 'src', 'samples'),
    guides: join(root, 'src', 'guides'),
    jqThread: join(root, 'dist', 'jq.js'),
    openLocal: async (folder, note) => (await import('./local.ts')).openLocal(io, folder, note, root),
    openInMemory: async (clock, options) => (await import('./local.ts')).openInMemory(io, clock, options),
    serve: (options) => serve(io, root, options),
    openPages: (folder, path) => openPages(io, root, folder, path),
    openUrl: async (url) => (await import('./cli/terminal/open-url.ts')).openUrl(io, url),
  };
}

/** Runs this process's command line and sets its exit code. `root` is the folder of the package. */
export async function run(root: string): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), handsOver(processIo(), root));
}

/** The texts the launcher answers without loading anything: made once, at build time. */
export async function renderTexts(root: string): Promise<ReadonlyMap<string, string>> {
  const { renderTexts: render } = await import('./cli/tool/tree/prepared.ts');
  return render(version, join(root, 'src', 'guides'));
}

/** The manual pages, made at build time as well. */
export async function renderManual(root: string): Promise<ReadonlyMap<string, string>> {
  const { renderManual: render } = await import('./cli/tool/tree/prepared.ts');
  return render(version, join(root, 'src', 'guides'));
}

/** The OpenAPI document of the service, made at build time as well. */
export async function renderDefinitions(): Promise<string> {
  const { definitions } = await import('./contract/definitions.ts');
  return JSON.stringify(definitions());
}
