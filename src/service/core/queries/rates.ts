import { LIMITS } from '../../../contract/limits.ts';
import type { Tx } from '../../db/connection.ts';

export interface RateWindow {
  readonly beganAt: number;
  /** Requests in this window, including this one. */
  readonly used: number;
}

/**
 * Counts one request of a key to an endpoint. A window starts with its first request and lasts LIMITS.rateWindowMs on the
 * virtual clock; a window in the future (after a restore) is closed like a past one.
 */
export async function countRequest(tx: Tx, keyId: number, endpoint: string, now: number): Promise<RateWindow> {
  const [row] = await tx.all<RateWindow>(
    `insert into rate_windows (key_id, endpoint, began_at, used) values (?1, ?2, ?3, 1)
     on conflict (key_id, endpoint) do update set
       used = case when ?3 >= began_at and ?3 < began_at + ?4 then used + 1 else 1 end,
       began_at = case when ?3 >= began_at and ?3 < began_at + ?4 then began_at else ?3 end
     returning began_at as beganAt, used`,
    keyId,
    endpoint,
    now,
    LIMITS.rateWindowMs,
  );
  return row ?? { beganAt: now, used: 1 };
}
