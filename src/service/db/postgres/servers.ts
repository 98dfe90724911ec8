// The servers of a database: each has a row that it renews. The query for that also reads the time.

import type { Pool, PoolClient } from 'pg';
import { repeatEvery, type Sleep, type Timer } from '../../../contract/timers.ts';
import type { ListedLock, Servers } from '../../core/operator.ts';
import type { NamedPool } from './driver.ts';
import { aliveIn, LOCKS, NOW, refusalIn, WHOLE_STORE } from './migrate.ts';

/** A server that has not been seen for a day is forgotten. */
const BEAT_MS = 5_000;
const FORGOTTEN_MS = 86_400_000;

const JOBS_CHANNEL = 'reach_jobs';

/** Connections of a server are called so in PostgreSQL's own views. */
export function nameOfConnections(id: string): string {
  return `reach ${id}`;
}

/** How far the time of the database is ahead of this machine's: taken in the middle of the question and the answer. */
async function aheadMsOf({ query }: TimeSource, now: () => number): Promise<number> {
  const asked = now();
  const { rows } = await query(`select ${NOW} as now`);
  return Math.round(Number(rows[0]?.now) - (asked + now()) / 2);
}

interface TimeSource {
  readonly query: (sql: string) => Promise<{ readonly rows: readonly { readonly now?: unknown }[] }>;
}

interface ThisServer {
  readonly id: string;
  /** Real time of this machine, epoch ms. */
  readonly now: () => number;
  readonly takeNewJobs: Servers['takeNewJobs'];
  /** Called with what keeps it from being listed; it goes on. */
  readonly onLost: (error: unknown) => void;
}

export async function serversOf(named: NamedPool, { id, now, takeNewJobs, onLost }: ThisServer): Promise<Servers> {
  const { pool, where } = named;
  const source: TimeSource = { query: (sql) => pool.query(sql) };
  let aheadMs = await aheadMsOf(source, now);
  let beating: Timer | null = null;
  let hasLeft = false;
  const beat = async (onRefused: (error: Error) => void): Promise<void> => {
    aheadMs = await aheadMsOf(source, now);
    await pool.query(`update servers set seen_at = ${NOW} where id = $1`, [id]);
    const refused = await refusalIn(named);
    if (refused) return onRefused(refused);
    await analyzeGrown(pool);
  };
  return {
    database: where,
    connectionName: nameOfConnections(id),
    aheadMs: () => aheadMs,
    join: async ({ url, version, workers, isAnswering }, onRefused) => {
      await pool.query(`delete from servers where seen_at < ${NOW} - ${FORGOTTEN_MS}`);
      await pool.query(
        `insert into servers (id, url, version, workers, is_answering, started_at, seen_at)
         values ($1, $2, $3, $4, $5, ${NOW}, ${NOW})`,
        [id, url, version, workers, isAnswering ? 1 : 0],
      );
      const lost = (error: unknown): void => {
        // A beat that was under way finds the connections closed.
        if (!hasLeft) onLost(error);
      };
      beating = repeatEvery(BEAT_MS, () => void beat(onRefused).catch(lost));
    },
    leave: async () => {
      hasLeft = true;
      beating?.stop();
      if (beating !== null) await pool.query('delete from servers where id = $1', [id]);
    },
    list: () => aliveIn(pool),
    locks: () => locksIn(pool),
    takeNewJobs,
    announceJobs: async () => {
      await pool.query(`notify ${JOBS_CHANNEL}`);
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

async function locksIn(pool: Pool): Promise<ListedLock[]> {
  const { rows } = await pool.query<{ workspace: number; name: string; granted: number; ms: number }>(
    `select l.objid::bigint as workspace, a.application_name as name, l.granted,
       round(extract(epoch from clock_timestamp() - a.xact_start) * 1000)::bigint as ms
     from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid::bigint = ${LOCKS} and l.mode = 'ExclusiveLock'
       and l.database = (select oid from pg_database where datname = current_database())
     order by l.granted desc, ms desc, workspace`,
  );
  return rows.map(({ workspace, name, granted, ms }) => ({
    workspaceId: workspace === WHOLE_STORE ? null : workspace,
    server: name.startsWith('reach ') ? name.slice('reach '.length) : null,
    isWaiting: granted !== 1,
    ms: Number(ms ?? 0),
  }));
}

// PostgreSQL plans by what it knows of the tables' rows, and looks for itself about once a minute. A table that was empty a
// minute ago would be searched by the wrong index until then.

/**
 * More than twice as large as when it was last looked at; or it had hardly any rows in its pages then: they were not committed
 * yet, or had been deleted.
 */
const GROWN = `
select quote_ident(relname) as name from pg_class
where relkind = 'r' and relnamespace = current_schema::regnamespace
  and (pg_relation_size(oid) / current_setting('block_size')::bigint > 2 * relpages + 8
    or relpages > 8 and reltuples < relpages)`;

/** Lets it look at tables that have grown, unless another server is doing so. */
export async function analyzeGrown(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(GROWN);
  for (const { name } of rows) await pool.query(`analyze (skip_locked) ${name}`);
}

/** Rows that were written when a server first asks whether a table has grown; then whenever they are twice as many. */
const FIRST_ROWS = 200;

/** Called with the number of rows that were written. What is planned for an empty table takes longer with each of them. */
export function growthOf(pool: Pool): (rows: number) => void {
  let written = 0;
  let nextLook = FIRST_ROWS;
  return (rows) => {
    written += rows;
    if (written < nextLook) return;
    nextLook = 2 * written;
    analyzeGrown(pool).catch(() => {
      // The next write tries again.
      nextLook = written;
    });
  };
}

// News of jobs that other servers queued, over a connection of its own. What is missed while that is cut is found by looking.

/** How often the connection is tried, and the time compared, milliseconds. */
const TRY_MS = 5_000;
const AGAIN_MS = 1_000;

export interface JobNews {
  /** How far the time of the database is ahead of this machine's, as last seen, milliseconds. */
  aheadMs(): number;
  /** Calls `wake` for news until closed. */
  listen(wake: () => void, sleep: Sleep): { close(): Promise<void> };
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
