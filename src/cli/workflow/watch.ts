// Watching a run: asked again and again until it has ended. A poll that fails is no run that failed.

import { ApiError, ReplyError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport.ts';
import type { Run } from '../../contract/workflow-records.ts';

/** What a watcher sees, in order. */
export type WatchEvent =
  | { readonly event: 'run'; readonly run: Run }
  /** The service could not be asked; `again` in so many ms. Told once per outage. */
  | { readonly event: 'unreachable'; readonly message: string; readonly againMs: number }
  | { readonly event: 'reachable' };

export interface WatchHands {
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface WatchOptions {
  /** Null: as it seems best. */
  readonly intervalMs: number | null;
  /** Null: until it has ended. */
  readonly timeoutMs: number | null;
}

/** What came of watching. */
export type Watched =
  | { readonly is: 'ended'; readonly run: Run }
  | { readonly is: 'timeout'; readonly run: Run | null };

/** Quick at first, for short runs; slow for long ones: 5 s are 12 of 100 polls a minute. */
const FIRST_MS = 500;
const SLOWEST_MS = 5_000;
const SLOWER = 1.3;
/** After polls that failed. */
const OUTAGE_FIRST_MS = 1_000;
const OUTAGE_MOST_MS = 15_000;

export const hasEnded = ({ status }: Pick<Run, 'status'>): boolean => status !== 'RUNNING';

/** Whether asking again may help: the network, 408, 429, 5xx, an answer that was cut. A redirect stays one. */
function isPassing(error: unknown): error is ApiError | NetworkError | ReplyError {
  if (error instanceof ApiError) return error.status === 408 || error.status === 429 || error.status >= 500;
  if (error instanceof ReplyError) return error.fault !== 'redirect';
  return error instanceof NetworkError && !['untrusted', 'tls', 'proxy', 'unknown_host'].includes(error.fault);
}

/**
 * Asks for the run until it has ended or time is up, telling everything there is to see. `ask` keeps to the pace. Throws what no further poll can mend (401, 403, 404), and the signal's reason when it aborts.
 */
export async function watchRun(
  ask: (signal: AbortSignal) => Promise<Run>,
  { intervalMs, timeoutMs }: WatchOptions,
  { now, sleep, signal }: WatchHands,
  tell: (event: WatchEvent) => Promise<void>,
): Promise<Watched> {
  const until = timeoutMs === null ? Number.POSITIVE_INFINITY : now() + timeoutMs;
  let last: Run | null = null;
  let wait = intervalMs ?? FIRST_MS;
  let outages = 0;
  for (;;) {
    signal.throwIfAborted();
    let pause: number;
    try {
      last = await ask(signal);
      if (outages > 0) await tell({ event: 'reachable' });
      outages = 0;
      await tell({ event: 'run', run: last });
      if (hasEnded(last)) return { is: 'ended', run: last };
      pause = wait;
      if (intervalMs === null) wait = Math.min(SLOWEST_MS, Math.round(wait * SLOWER));
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      pause = Math.min(OUTAGE_MOST_MS, OUTAGE_FIRST_MS * 2 ** Math.min(outages, 10));
      if (outages === 0) await tell({ event: 'unreachable', message: error.message, againMs: pause });
      outages += 1;
    }
    if (now() >= until) return { is: 'timeout', run: last };
    await sleep(Math.max(0, Math.min(pause, until - now())), signal);
  }
}
