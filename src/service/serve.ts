// The service as a server: its store claimed, a listener before it, both given up in order.

import { forgetRateSwitch } from './domain/features.ts';
import { listen } from './http/listener.ts';
import { type StartOptions, startService } from './start.ts';
import { claimFolder } from './store/holder.ts';

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
      const listener = await listen(service, { host, port, drainMs, sleep });
      claim?.announce(listener.url);
      return {
        url: listener.url,
        key: await service.adminKey(),
        adminToken: await service.adminToken(),
        close: async () => {
          await listener.close();
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
