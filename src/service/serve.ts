// The service as a server: its store claimed, a listener before it, both given up in order.

import { forgetRateSwitch } from './core/features.ts';
import { claimFolder } from './db/holder.ts';
import { listen, type Served } from './http/listener.ts';
import { type Service, type StartOptions, startService } from './start.ts';

export interface ServeOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** How long requests under way may take once it stops, milliseconds. */
  readonly drainMs: number;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface Server {
  readonly url: string;
  readonly key: string;
  readonly adminToken: string;
  /** Finishes requests under way, then gives up socket, claim and store. */
  close(): Promise<void>;
}

/**
 * Rates start as `rateLimits` says, whatever was switched on this data before. Throws FolderHeld when another process
 * serves the folder, and what the system says of the address.
 */
export async function serveService(start: StartOptions, options: ServeOptions): Promise<Server> {
  const { pid, isAlive, host, port, drainMs, sleep } = options;
  const service = await startService(start);
  try {
    const claim = start.data === ':memory:' ? null : await claimFolder(start.data, service.store, pid, isAlive);
    try {
      await service.store.write(forgetRateSwitch);
      const served = await workingBehind(service);
      const listener = await listen(served, { host, port, drainMs, sleep }).catch(async (error: unknown) => {
        await served.close();
        throw error;
      });
      claim?.announce(listener.url);
      return {
        url: listener.url,
        key: await service.adminKey(),
        adminToken: await service.adminToken(),
        close: async () => {
          await listener.close();
          await served.close();
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

/** Answers requests while what they set going is carried on behind them. `close` finishes the job under way. */
async function workingBehind(service: Service): Promise<Served & { close(): Promise<void> }> {
  const keeper = await service.keepWorking();
  return {
    handle: async (request) => {
      const answer = await service.handle(request);
      if (request.method !== 'GET') keeper.wake();
      return answer;
    },
    refuse: service.refuse,
    close: keeper.close,
  };
}
