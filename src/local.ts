// The service in the process of a command, for the built-in profile `local`.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../package.json';
import type { MemoryClock } from './cli/session/host.ts';
import { CliError, diskError } from './cli/terminal/exit.ts';
import type { Io } from './cli/terminal/io.ts';
import { type Connection, connectionLost } from './client/transport/transport.ts';
import type { WireRequest, WireResponse } from './contract/wire.ts';

/** What went wrong inside the service is for its operator; callers see only the request id. */
export async function reportBug(io: Io, error: unknown, requestId: string): Promise<void> {
  const { harmless } = await import('./cli/terminal/formats/cells.ts');
  await io.stderr.write(
    `local service, ${requestId}: ${harmless(String(error instanceof Error ? error.stack : error))}\n`,
  );
}

/** How to go on with a damaged store. */
export async function wayBack(io: Io, storePath: string): Promise<string> {
  const [{ backupsOf }, { localFolder }, { pathsOf }] = await Promise.all([
    import('./service/db/backup-files.ts'),
    import('./cli/session/connect.ts'),
    import('./cli/session/paths.ts'),
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

/** What keeps a store from being opened is for its owner to fix (a folder, a disk, a foreign file), and not a bug of ours. */
export async function storeProblem(io: Io, error: unknown, folder: string): Promise<unknown> {
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
  const { localFolder } = await import('./cli/session/connect.ts');
  const { pathsOf } = await import('./cli/session/paths.ts');
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
    ...(root !== undefined && { definitionsFile: join(root, 'dist', 'text', 'definitions.json') }),
    appBase: () => appBaseOf(folder, true),
    onBug: (error, requestId) => void reportBug(io, error, requestId),
    onMigrating: note,
    onDiskFailure: (error) => {
      failure = error;
    },
  }).catch(async (error: unknown) => {
    failure = error;
    return null;
  });
  const problem = () => storeProblem(io, failure, folder);
  /** What a store that cannot be opened still answers. */
  const repaired = async (request: WireRequest): Promise<WireResponse | null> => {
    const { StoreDamaged, StoreOutdated } = await import('./service/core/store.ts');
    if (!(failure instanceof StoreDamaged || failure instanceof StoreOutdated)) return null;
    const { repair } = await import('./service/repair.ts');
    return await repair({ data: folder, nodeMajor: NODE_MAJOR, now: io.now, processes: io }, request).catch(
      async (error: unknown) => {
        throw await storeProblem(io, error, folder);
      },
    );
  };
  if (service === null) {
    const transport: Connection['transport'] = async (request) => {
      const answer = await repaired(request);
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
      const answered = await repaired(request);
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

/** A service of its own, for a scenario: background work is done when a request is answered. */
export async function openInMemory(
  io: Io,
  clock: MemoryClock,
  { empty }: { readonly empty: boolean },
): Promise<Connection> {
  const [{ startService }, { inProcess }] = await Promise.all([
    import('./service/start.ts'),
    import('./service/in-process.ts'),
  ]);
  const { now, sleep, random, interrupt } = clock;
  const service = await startService({
    ...{ data: ':memory:', version, now, sleep, random, empty, rateLimits: 'off' as const },
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

/** The address of the pages of the server that serves the folder, if there is one; `orLast`: else where they were, and will be. */
export async function appBaseOf(folder: string, orLast = false): Promise<string | undefined> {
  const isServed = existsSync(join(folder, 'serve.lock'));
  if (!isServed && !(orLast && existsSync(join(folder, 'serve.app')))) return undefined;
  const { appBaseIn, lastAppBaseIn } = await import('./service/db/holder.ts');
  return appBaseIn(folder) ?? (orLast ? lastAppBaseIn(folder) : undefined);
}
