import { LIMITS } from '../../../contract/limits.ts';
import { sql, type Tx } from '../sql.ts';

export interface RateWindow {
  readonly beganAt: number;
  /** Requests in this window, including this one. */
  readonly used: number;
}

/** Requests are counted out of order, and the clocks of several servers differ a little, milliseconds. */
const DISORDER_MS = 5_000;

/**
 * Counts one request of a key to an endpoint. A window starts with its first request and lasts LIMITS.rateWindowMs on the
 * virtual clock; a window in the future (after a restore) is closed like a past one.
 */
export async function countRequest(tx: Tx, keyId: number, endpoint: string, now: number): Promise<RateWindow> {
  const row = await tx.one<RateWindow>(
    `insert into rate_windows (key_id, endpoint, began_at, used) values (?3, ?4, ?1, 1)
     on conflict (key_id, endpoint) ${countedIn('rate_windows')}`,
    now,
    LIMITS.rateWindowMs,
    keyId,
    endpoint,
  );
  return row ?? { beganAt: now, used: 1 };
}

export interface OpenWindow {
  readonly keyId: number;
  readonly endpoint: string;
  /** Requests so far, the refused ones included. */
  readonly used: number;
}

/** Windows of keys that last on at `now`, the fullest first: what monitoring asks for, so not more than it can read. */
export function openWindows(tx: Tx, now: number): Promise<OpenWindow[]> {
  return tx.all<OpenWindow>(sql`select key_id as keyId, endpoint, used from rate_windows
    where began_at > ${now - LIMITS.rateWindowMs} and began_at <= ${now + DISORDER_MS}
    order by used desc, key_id, endpoint limit 500`);
}

/** Like `countRequest` for a delivery to a webhook, which has no key. */
export async function countDelivery(tx: Tx, webhookId: string, now: number): Promise<RateWindow> {
  const row = await tx.one<RateWindow>(
    `insert into delivery_windows (webhook_id, began_at, used) values (?3, ?1, 1) on conflict (webhook_id) ${countedIn('delivery_windows')}`,
    now,
    LIMITS.rateWindowMs,
    webhookId,
  );
  return row ?? { beganAt: now, used: 1 };
}

/** The columns with their table: beside it there is the row that was not inserted. */
const countedIn = (table: string): string => {
  const isWithin = `?1 >= ${table}.began_at - ${DISORDER_MS} and ?1 < ${table}.began_at + ?2`;
  return `do update set
    used = case when ${isWithin} then ${table}.used + 1 else 1 end,
    began_at = case when ${isWithin} then ${table}.began_at else ?1 end
    returning began_at as beganAt, used`;
};
