// The time-outs of one request on the wire. These run on the real clock: they bound the system.

import { startTimer, type Timer } from '../../contract/timers.ts';
import type { TransportLimits } from './transport.ts';

/** How long the parts of a request may take, milliseconds. */
export interface WireTimes {
  /** Name look-up, TCP and TLS. */
  readonly connectMs: number;
  /** From the request's last byte to the answer's headers. */
  readonly headersMs: number;
}

export const WIRE_TIMES: WireTimes = { connectMs: 10_000, headersMs: 30_000 };

/** Starts the total one; the others start as the request goes on. `expire` and `abort` are called at most once together, unless `done` comes first. */
export function startTimeLimits(
  limits: TransportLimits,
  times: WireTimes,
  expire: (what: 'connect' | 'headers' | 'total', afterMs: number) => void,
  abort: (reason: unknown) => void,
) {
  const { signal, timeoutMs } = limits;
  const total = startTimer(timeoutMs, () => expire('total', timeoutMs));
  let part: Timer | null = null;
  const startPart = (what: 'connect' | 'headers', ms: number) => {
    part?.stop();
    part = startTimer(ms, () => expire(what, ms));
  };
  const onAbort = () => abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    connecting: () => startPart('connect', times.connectMs),
    connected: () => startPart('headers', times.headersMs),
    answering: () => part?.stop(),
    /** Stops all timers. Called once, however the request ended. */
    done() {
      total.stop();
      part?.stop();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
