// Which servers of a database are alive, by the time of the database.

import type { Pool, PoolClient } from 'pg';
import type { ListedServer } from '../../core/servers.ts';

/** In milliseconds, as the rest of the service counts. */
export const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** A server renews its row more often than that. */
export const ALIVE_MS = 15_000;

/** The oldest first. */
export async function aliveIn(client: Pick<Pool | PoolClient, 'query'>): Promise<ListedServer[]> {
  const { rows } = await client.query<Omit<ListedServer, 'isAnswering'> & { isAnswering: number }>(
    `select id, url, version, workers, is_answering as "isAnswering", started_at as "startedAt", seen_at as "seenAt"
     from servers where seen_at > ${NOW} - ${ALIVE_MS} order by started_at, id`,
  );
  return rows.map((row) => ({ ...row, isAnswering: row.isAnswering === 1 }));
}
