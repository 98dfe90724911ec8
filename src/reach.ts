// The composition root: the real process, the client's way out, and the service. The only file that sees both sides.

import { dirname, join } from 'node:path';
import { version } from '../package.json';
import { CliError, diskError } from './cli/app/exit.ts';
import type { Host, ServeOptions, Serving } from './cli/app/host.ts';
import { type Io, processIo } from './cli/app/io.ts';
import { main } from './cli/app/main.ts';
import { harmless, harmlessLine } from './cli/output/formats/cells.ts';
import { type Connection, connectionLost } from './client/transport/transport.ts';
import type { WireRequest, WireResponse } from './contract/wire.ts';
import type { StoreDamaged as Damaged } from './service/core/store.ts';

/** What went wrong inside the service is for its operator; callers see only the request id. */
function reportBug(io: Io, error: unknown, requestId: string): void {
  void io.stderr.write(
    `local service, ${requestId}: ${harmless(String(error instanceof Error ? error.stack : error))}\n`,
  );
}

function reportStall(io: Io, ms: number, requests: readonly string[]): void {
  const during = requests.length === 0 ? 'no request' : requests.join(', ');
  void io.stderr.write(`local service: answered nobody for ${Math.round(ms)} ms, during ${harmlessLine(during)}\n`);
}

/** How to go on with a damaged store. */
async function wayBack(io: Io, storePath: string): Promise<string> {
  const [{ backupsOf }, { localFolder }, { pathsOf }] = await Promise.all([
    import('./service/db/backup-files.ts'),
    import('./cli/app/connect.ts'),
    import('./cli/app/paths.ts'),
  ]);
  const [latest] = backupsOf(storePath);
  const folder = dirname(storePath);
  const where = folder === localFolder(pathsOf(io)) ? '' : ` --data ${folder}`;
  if (latest === undefined)
    return `there is no backup: reach local restore FILE${where} takes a snapshot; moving the store away starts over`;
  return (
    `reach local restore --latest${where} goes back to the backup of ${new Date(latest.at).toISOString()} ` +
    `(${latest.path}); reach local check${where} tells what is wrong`
  );
}

async function wayOn(io: Io, { path, isWhole }: Damaged): Promise<string> {
  if (isWhole) return 'start it again: that makes it anew from the log, and nothing is lost';
  return `stop it; ${await wayBack(io, path)}`;
}

async function reportDisk(io: Io, error: unknown): Promise<void> {
  const { StoreDamaged } = await import('./service/core/store.ts');
  const hint = error instanceof StoreDamaged ? `\nhint: ${await wayOn(io, error)}` : '';
  await io.stderr.write(`local service: ${harmless(error instanceof Error ? error.message : String(error))}${hint}\n`);
}

/** What keeps a store from being opened is for its owner to fix (a folder, a disk, a foreign file), and not a bug of ours. */
async function storeProblem(io: Io, error: unknown, folder: string): Promise<unknown> {
  const { StoreDamaged, StoreRefused, isDiskFailure } = await import('./service/core/store.ts');
  if (error instanceof StoreDamaged)
    return new CliError('later', 'store_damaged', error.message, { hint: await wayBack(io, error.path) });
  if (error instanceof StoreRefused) return new CliError('usage', 'store', error.message);
  if (!isDiskFailure(error)) return error;
  const hint = 'REACH_HOME, or --data of reach serve, names another one';
  return diskError('store', `cannot use the data folder ${folder}`, error, hint);
}

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);

/** For a store that only commands use. */
const BACKUP_EVERY_MS = 24 * 3_600_000;

/** In a process of its own that is not waited for: the command that is over took no longer because of it. */
async function startBackup(io: Io, folder: string, root: string): Promise<void> {
  const { localFolder } = await import('./cli/app/connect.ts');
  const { pathsOf } = await import('./cli/app/paths.ts');
  if (io.env['REACH_BACKUPS'] === 'off' || folder !== localFolder(pathsOf(io))) return;
  const [{ spawn }, { isSea }, { noteBackupAttempt }] = await Promise.all([
    import('node:child_process'),
    import('node:sea'),
    import('./service/db/backups.ts'),
  ]);
  try {
    noteBackupAttempt(join(folder, 'reach.db'), io.now());
    const program = isSea() ? [] : [join(root, 'bin', 'reach.js')];
    const args = [...program, 'local', 'backup', '--profile', 'local', '--quiet', '--no-input'];
    const child = spawn(process.execPath, args, { detached: true, stdio: 'ignore', windowsHide: true, cwd: folder });
    child.on('error', () => {});
    child.unref();
  } catch {
    // The next day tries again.
  }
}

/**
 * The service in the same process: what the built-in profile `local` calls instead of a socket. With `root`, the folder of
 * the package, backups are made.
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
  const service = await startService({
    data: folder,
    version,
    now: io.now,
    sleep: io.sleep,
    random: io.random,
    rateLimits: 'off',
    onBug: (error, requestId) => reportBug(io, error, requestId),
    onDiskFailure: (error) => {
      failure = error;
    },
  }).catch(async (error: unknown) => {
    failure = error;
    return null;
  });
  const problem = () => storeProblem(io, failure, folder);
  /** What a damaged store still answers. */
  const mended = async (request: WireRequest): Promise<WireResponse | null> => {
    const { StoreDamaged } = await import('./service/core/store.ts');
    if (!(failure instanceof StoreDamaged)) return null;
    const { repair } = await import('./service/repair.ts');
    return await repair({ data: folder, nodeMajor: NODE_MAJOR, now: io.now, processes: io }, request).catch(
      async (error: unknown) => {
        throw await storeProblem(io, error, folder);
      },
    );
  };
  if (service === null) {
    const transport: Connection['transport'] = async (request) => {
      const answer = await mended(request);
      if (answer === null) throw await problem();
      return answer;
    };
    return { transport, close: async () => {} };
  }
  const local = inProcess(service, { interrupt: io.interrupt, sleep: io.sleep, note });
  return {
    transport: async (request, { signal }) => {
      signal?.throwIfAborted();
      const answer = await local.handle(request);
      if ('dropped' in answer) throw connectionLost('the local service');
      if (answer.status !== 503 || failure === null) return answer;
      const answered = await mended(request);
      // The disk is the user's own here, not one behind a service that may recover: no use in trying again.
      if (answered === null) throw await problem();
      return answered;
    },
    close: async () => {
      await local.settle();
      await service.close();
      if (root !== undefined && service.isBackupDue(BACKUP_EVERY_MS)) await startBackup(io, folder, root);
    },
  };
}

const DRAIN_MS = 10_000;

async function serve(io: Io, root: string, options: ServeOptions): Promise<Serving> {
  // The address may contain a password, and others on this machine can read the arguments of processes.
  if (options.database !== undefined) process.title = 'reach serve';
  const { serveService } = await import('./service/serve.ts');
  const { FolderHeld } = await import('./service/db/holder.ts');
  const { host, port, data, database, empty, rateLimits, admin, requireWebhookSignature, tls, publicUrl } = options;
  const { backupEveryMs, workers, isAnswering, hasMetrics } = options;
  try {
    return await serveService(
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
        onBug: (error, requestId) => reportBug(io, error, requestId),
        onDiskFailure: (error) => void reportDisk(io, error),
      },
      {
        ...{ host, port, tls, publicUrl, drainMs: DRAIN_MS, processes: io, sleep: io.sleep },
        ...{ backupEveryMs, workers, isAnswering, hasMetrics },
        onStall: (ms, requests) => reportStall(io, ms, requests),
      },
    );
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
  const { StoreForbidden, StoreRefused, isBusy } = await import('./service/core/store.ts');
  const hint = '--database or REACH_DATABASE_URL names another one; without it the store is a file on this machine';
  if (error instanceof StoreForbidden)
    return new CliError('access', 'database', error.message, {
      hint: 'PGPASSWORD or ~/.pgpass gives the password, where the address does not',
    });
  if (error instanceof StoreRefused) return new CliError('usage', 'database', error.message, { hint });
  if (isBusy(error) && error instanceof Error) return new CliError('later', 'database', error.message, { hint });
  return error;
}

function handsOver(io: Io, root: string): Host {
  return {
    io,
    version,
    samples: join(root, 'src', 'samples'),
    guides: join(root, 'src', 'guides'),
    jqThread: join(root, 'dist', 'jq.js'),
    openLocal: (folder, note) => openLocal(io, folder, note, root),
    serve: (options) => serve(io, root, options),
    openUrl: async (url) => (await import('./cli/app/open-url.ts')).openUrl(io, url),
  };
}

/** Runs this process's command line and sets its exit code. `root` is the folder of the package. */
export async function run(root: string): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), handsOver(processIo(), root));
}

/** The texts the launcher answers without loading anything: made once, at build time. */
export async function renderTexts(root: string): Promise<ReadonlyMap<string, string>> {
  const { renderTexts: render } = await import('./cli/app/prepared.ts');
  return render(version, join(root, 'src', 'guides'));
}

/** The manual pages, made at build time as well. */
export async function renderManual(root: string): Promise<ReadonlyMap<string, string>> {
  const { renderManual: render } = await import('./cli/app/prepared.ts');
  return render(version, join(root, 'src', 'guides'));
}

/** The OpenAPI document of the service, made at build time as well. */
export async function renderDefinitions(): Promise<string> {
  const { definitions } = await import('./contract/definitions.ts');
  return JSON.stringify(definitions());
}
