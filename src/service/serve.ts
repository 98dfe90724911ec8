// The service as a server: claims its data folder, listens, and releases both in order.

import { resetRateLimitSwitch } from './core/features.ts';
import { claimFolder } from './db/holder.ts';
import { listen, type RequestHandler } from './http/listener.ts';
import { type Service, type StartOptions, startService } from './start.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** How long `close` may take, milliseconds: what is not done by then is given up. */
  readonly drainMs: number;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
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
  const { pid, isAlive, host, port, drainMs, sleep } = options;
  const service = await startService(start);
  try {
    const claim = start.data === ':memory:' ? null : await claimFolder(start.data, service.store, pid, isAlive);
    try {
      await service.store.write(resetRateLimitSwitch);
      const worker = await withBackgroundWork(service);
      const listener = await listen(worker, { host, port, drainMs: Math.max(0, drainMs - CLOSE_MS), sleep }).catch(
        async (error: unknown) => {
          await worker.close();
          throw error;
        },
      );
      claim?.announce(listener.url);
      return {
        url: listener.url,
        key: await service.adminKey(),
        adminToken: await service.adminToken(),
        close: async () => {
          await listener.close();
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

/** Answers requests, and performs jobs in the background. `close` finishes the current job. */
async function withBackgroundWork(service: Service): Promise<RequestHandler & { close(): Promise<void> }> {
  const background = await service.keepWorking();
  return {
    handle: async (request) => {
      const answer = await service.handle(request);
      if (request.method !== 'GET') background.wake();
      return answer;
    },
    refuse: service.refuse,
    close: background.close,
  };
}
