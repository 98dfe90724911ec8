// The servers of a database: each has a row that it renews. The query for that also reads the time.

import type { Pool } from 'pg';
import { repeatEvery, type Timer } from '../../../contract/timers.ts';
import type { ListedLock, Servers } from '../../core/servers.ts';
import { aliveIn, NOW } from './alive.ts';
import type { NamedPool } from './driver.ts';
import { LOCKS, WHOLE_STORE } from './locks.ts';
import { refusalIn } from './migrate.ts';
import { analyzeGrown } from './statistics.ts';

/** A server that has not been seen for a day is forgotten. */
const BEAT_MS = 5_000;
const FORGOTTEN_MS = 86_400_000;

export const JOBS_CHANNEL = 'reach_jobs';

/** Connections of a server are called so in PostgreSQL's own views. */
export function nameOfConnections(id: string): string {
  return `reach ${id}`;
}

/** How far the time of the database is ahead of this machine's: taken in the middle of the question and the answer. */
export async function aheadMsOf({ query }: TimeSource, now: () => number): Promise<number> {
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
