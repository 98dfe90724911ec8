// News of jobs that other servers queued, over a connection of its own. What is missed while that is cut is found by looking.

import type { Pool, PoolClient } from 'pg';
import { aheadMsOf, JOBS_CHANNEL } from './servers.ts';

/** How often the connection is tried, and the time compared, milliseconds. */
const TRY_MS = 5_000;
const AGAIN_MS = 1_000;

export interface JobNews {
  /** How far the time of the database is ahead of this machine's, as last seen, milliseconds. */
  aheadMs(): number;
  /** Calls `wake` for news until closed. */
  listen(wake: () => void, sleep: (ms: number, signal?: AbortSignal) => Promise<void>): { close(): Promise<void> };
}

function ignore(): void {}

export async function jobNewsOf(pool: Pool, now: () => number): Promise<JobNews> {
  let aheadMs = await aheadMsOf({ query: (sql) => pool.query(sql) }, now);
  const stay = async (client: PoolClient, sleep: (ms: number) => Promise<void>): Promise<void> => {
    await client.query(`listen ${JOBS_CHANNEL}`);
    for (;;) {
      aheadMs = await aheadMsOf({ query: (sql) => client.query(sql) }, now);
      await sleep(TRY_MS);
    }
  };
  return {
    aheadMs: () => aheadMs,
    listen: (wake, sleep) => {
      const ending = new AbortController();
      const pause = (ms: number): Promise<void> => sleep(ms, ending.signal);
      const live = async (): Promise<void> => {
        while (!ending.signal.aborted) {
          const client = await pool.connect().catch(ignore);
          if (client) {
            client.on('notification', wake);
            await stay(client, pause).catch(ignore);
            client.release(true);
          }
          await pause(AGAIN_MS).catch(ignore);
        }
      };
      const living = live();
      return {
        close: async () => {
          ending.abort();
          await living;
        },
      };
    },
  };
}
