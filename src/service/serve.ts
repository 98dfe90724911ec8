// The service as a server: claims its data folder, listens, and releases both in order.

import { randomBytes } from 'node:crypto';
import type { Processes } from '../contract/processes.ts';
import { resetRateLimitSwitch } from './core/features.ts';
import { claimFolder } from './db/holder.ts';
import { type ListenOptions, listen, type RequestHandler } from './http/listener.ts';
import { type ReportStall, watched } from './http/watchdog.ts';
import { keepBackups } from './keep-backups.ts';
import { type Service, type StartOptions, startService } from './start.ts';

export interface ServerOptions extends Omit<ListenOptions, 'publicHost'> {
  readonly processes: Processes;
  /** Where others reach it, such as the address of a proxy; webhook addresses begin with it. Default: where it listens. */
  readonly publicUrl?: string | undefined;
  readonly onStall?: ReportStall;
  /** How old the newest backup may become, milliseconds; 0 makes none. */
  readonly backupEveryMs?: number;
}

export interface Server {
  readonly url: string;
  readonly key: string;
  readonly adminToken: string;
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
  const { processes, publicUrl, onStall = () => {} } = options;
  let baseUrl = publicUrl?.replace(/\/$/, '');
  const service = await startService({ ...start, baseUrl: () => baseUrl });
  try {
    const claim =
      start.data === ':memory:' || start.database
        ? null
        : await claimFolder(start.data, service.store, { processes, now: start.now, sleep: options.sleep });
    try {
      // In a database it is everybody's.
      if (!start.database) await service.store.write(resetRateLimitSwitch);
      const worker = await withBackgroundWork(service);
      const handler = watched(worker, start.now, onStall);
      const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
      const drainMs = Math.max(0, options.drainMs - CLOSE_MS);
      const listener = await listen(handler, { ...options, publicHost, drainMs }).catch(async (error: unknown) => {
        handler.stop();
        await worker.close();
        throw error;
      });
      baseUrl ??= listener.url;
      const backups = backupsOf(service, start, options);
      claim?.announce(listener.url);
      return {
        url: listener.url,
        key: await service.adminKey(),
        adminToken: await service.adminToken(),
        close: async () => {
          await listener.close();
          handler.stop();
          await backups?.close();
          await worker.close();
          claim?.release();
          await service.close();
        },
      };
    } catch (error) {
      claim?.release();
      throw error;
    }
  } catch (error) {
    await service.close();
    throw error;
  }
}

function backupsOf(service: Service, { data, now, onDiskFailure }: StartOptions, options: ServerOptions) {
  const { backupEveryMs: everyMs = 0, sleep } = options;
  if (everyMs === 0 || data === ':memory:') return null;
  return keepBackups({
    everyMs,
    sleep,
    isDue: () => service.isBackupDue(everyMs),
    backup: () => service.upkeep.backup(now(), randomBytes(6).toString('hex')),
    onFailure: (error) => onDiskFailure?.(error),
  });
}

/** Answers requests, and performs jobs in the background. `close` finishes the current job. */
async function withBackgroundWork(service: Service): Promise<RequestHandler & { close(): Promise<void> }> {
  const background = await service.keepWorking();
  return {
    handle: async (request) => {
      const answer = await service.handle(request);
      if (request.method !== 'GET') background.wake();
      return answer;
    },
    admit: service.admit,
    refuse: service.refuse,
    close: background.close,
  };
}
