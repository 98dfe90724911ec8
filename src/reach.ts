// The composition root: the real process, the client's way out, and the service. The only file that sees both sides.

import { join } from 'node:path';
import { version } from '../package.json';
import { CliError, diskError } from './cli/app/exit.ts';
import type { Host, ServeOptions, Serving } from './cli/app/host.ts';
import { type Io, processIo } from './cli/app/io.ts';
import { main } from './cli/app/main.ts';
import { harmless, harmlessLine } from './cli/output/formats/cells.ts';
import type { Connection } from './client/transport/transport.ts';
import { connectionLost } from './client/transport/transport.ts';

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

/** What keeps a store from being opened is for its owner to fix (a folder, a disk, a foreign file), and not a bug of ours. */
async function storeProblem(error: unknown, folder: string): Promise<unknown> {
  const { StoreDamaged, StoreRefused, isDiskFailure } = await import('./service/core/store.ts');
  if (error instanceof StoreDamaged) return new CliError('later', 'store_damaged', error.message);
  if (error instanceof StoreRefused) return new CliError('usage', 'store', error.message);
  if (!isDiskFailure(error)) return error;
  const hint = 'REACH_HOME, or --data of reach serve, names another one';
  return diskError('store', `cannot use the data folder ${folder}`, error, hint);
}

/** The service in the same process: what the built-in profile `local` calls instead of a socket. */
export async function openLocal(io: Io, folder: string, note: (text: string) => void): Promise<Connection> {
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
    throw await storeProblem(error, folder);
  });
  const local = inProcess(service, { interrupt: io.interrupt, sleep: io.sleep, note });
  return {
    transport: async (request, { signal }) => {
      signal?.throwIfAborted();
      const answer = await local.handle(request);
      if ('dropped' in answer) throw connectionLost('the local service');
      // The disk is the user's own here, not one behind a service that may recover: no use in trying again.
      if (answer.status === 503 && failure !== null) throw await storeProblem(failure, folder);
      return answer;
    },
    close: async () => {
      await local.settle();
      await service.close();
    },
  };
}

const DRAIN_MS = 10_000;

async function serve(io: Io, root: string, options: ServeOptions): Promise<Serving> {
  const { serveService } = await import('./service/serve.ts');
  const { FolderHeld } = await import('./service/db/holder.ts');
  const { host, port, data, empty, rateLimits, admin, requireWebhookSignature, tls, publicUrl } = options;
  try {
    return await serveService(
      {
        data: data ?? ':memory:',
        version,
        now: io.now,
        sleep: io.sleep,
        random: io.random,
        empty,
        rateLimits: rateLimits === 1 ? 'on' : rateLimits,
        isControlOpen: admin,
        requireWebhookSignature,
        workerFile: join(root, 'dist', 'worker.js'),
        onBug: (error, requestId) => reportBug(io, error, requestId),
        onDiskFailure: (error) =>
          void io.stderr.write(`local service: ${harmless(error instanceof Error ? error.message : String(error))}\n`),
      },
      {
        ...{ host, port, tls, publicUrl, drainMs: DRAIN_MS, processes: io, sleep: io.sleep },
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
    throw data === null ? error : await storeProblem(error, data);
  }
}

function handsOver(io: Io, root: string): Host {
  return {
    io,
    version,
    samples: join(root, 'src', 'samples'),
    guides: join(root, 'src', 'guides'),
    jqThread: join(root, 'dist', 'jq.js'),
    openLocal: (folder, note) => openLocal(io, folder, note),
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
