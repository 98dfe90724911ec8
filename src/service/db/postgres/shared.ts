// Secrets and the request log in the database, where all servers find them. Both outside of transactions: what is written
// there stays, whatever comes of the request.

import type { Pool } from 'pg';
import { FILTERED_MAX, isLogged, type LoggedRequest, type RequestLog, type Secrets } from '../../core/operator.ts';

export function secretsOf(pool: Pool): Secrets {
  const read: Secrets['read'] = async (name) => {
    const { rows } = await pool.query<{ value: string }>('select value from secrets where name = $1', [name]);
    return rows[0]?.value ?? null;
  };
  const insert = 'insert into secrets (name, value) values ($1, $2) on conflict (name) do';
  return {
    read,
    write: async (name, value) => {
      await pool.query(`${insert} update set value = excluded.value`, [name, value]);
    },
    writeOnce: async (name, value) => {
      await pool.query(`${insert} nothing`, [name, value]);
      return (await read(name)) ?? value;
    },
  };
}

/** The newest are kept; older ones go when so many have been added. */
const REQUESTS_MAX = 50_000;
const REQUESTS_BETWEEN_CHECKS = 1_000;

const APPEND = { name: 'append_requests', text: 'insert into requests (request) select value from json_each($1)' };

export interface SharedLog extends RequestLog {
  flush(): Promise<void>;
}

/** Requests are written together, those that come in while others are being written: no one waits for the log. */
export function requestLogOf(pool: Pool, onLost: (error: unknown) => void): SharedLog {
  let waiting: LoggedRequest[] = [];
  let writing: Promise<void> | null = null;
  let sinceCheck = 0;
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const requests = waiting;
      waiting = [];
      try {
        await pool.query({ ...APPEND, values: [JSON.stringify(requests)] });
        sinceCheck += requests.length;
        if (sinceCheck < REQUESTS_BETWEEN_CHECKS) continue;
        sinceCheck = 0;
        await pool.query(`delete from requests where id <= (select max(id) from requests) - ${REQUESTS_MAX}`);
      } catch (error) {
        onLost(error);
      }
    }
  };
  const flush = async (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    await writing;
  };
  return {
    append: async (request) => {
      waiting.push(request);
      void flush();
    },
    newest: async (skip, count, filter) => {
      await flush();
      const page = async (offset: number, limit: number): Promise<LoggedRequest[]> => {
        const text = 'select request from requests order by id desc limit $2 offset $1';
        const { rows } = await pool.query<{ request: string }>(text, [offset, limit]);
        return rows.map(({ request }) => JSON.parse(request));
      };
      if (filter) {
        const found = (await page(0, FILTERED_MAX)).filter((one) => isLogged(filter, one));
        return { requests: found.slice(skip, skip + count), total: found.length };
      }
      const total = await pool.query<{ n: number }>('select count(*) as n from requests');
      return { requests: await page(skip, count), total: total.rows[0]?.n ?? 0 };
    },
    flush,
  };
}
