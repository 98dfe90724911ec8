// Reading something again and again until it is over. A poll that fails is not a failed run.

import { ApiError, ReplyError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/transport.ts';

export interface FollowOptions<T> {
  read(): Promise<T>;
  isOver(value: T): boolean;
  /** The longest pause between two polls, milliseconds; the first ones are shorter. */
  readonly intervalMs: number;
  /** Null waits for ever. */
  readonly timeoutMs: number | null;
  readonly now: () => number;
  /** Rejects when the person interrupts. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Polls begin to fail, and are tried again; reported once until one succeeds. */
  onTrouble(error: Error): Promise<void>;
  /** One succeeds after those that failed. */
  onRecovery?(): Promise<void>;
}

/** So that what is over at once is seen at once. */
const FIRST_PAUSE_MS = 200;
const SLOWER = 1.5;

/** A service that is restarted, or in trouble, is waited for so long; after that there is nothing to wait for. */
const OUTAGE_MOST_MS = 15 * 60_000;
/** While nothing answers, polls are up to so many times further apart. */
const OUTAGE_SLOWER = 5;

/** No name, no trust, a proxy that refuses: these do not pass by themselves. */
const LASTING = ['untrusted', 'tls', 'proxy', 'unknown_host'];

function isPassing(error: unknown): error is Error {
  if (error instanceof NetworkError) return !LASTING.includes(error.fault);
  if (error instanceof ReplyError) return error.fault !== 'redirect';
  return error instanceof ApiError && (error.status === 408 || error.status === 429 || error.status >= 500);
}

/** Every value that differs from the one before, the last one included. Ends when it is over, or the time is. */
export async function* follow<T>(options: FollowOptions<T>): AsyncGenerator<T> {
  const { read, isOver, intervalMs, timeoutMs, now, sleep } = options;
  const until = timeoutMs === null ? Number.POSITIVE_INFINITY : now() + timeoutMs;
  let pause = Math.min(FIRST_PAUSE_MS, intervalMs);
  let before = '';
  let failingSince: number | null = null;
  for (;;) {
    try {
      const value = await read();
      if (failingSince !== null) await options.onRecovery?.();
      failingSince = null;
      const text = JSON.stringify(value);
      if (text !== before) yield value;
      before = text;
      if (isOver(value)) return;
    } catch (error) {
      if (!isPassing(error) || now() - (failingSince ?? now()) >= OUTAGE_MOST_MS) throw error;
      if (failingSince === null) await options.onTrouble(error);
      failingSince ??= now();
    }
    const left = until - now();
    if (left <= 0) return;
    await sleep(Math.min(pause, left));
    pause = Math.min(failingSince === null ? intervalMs : intervalMs * OUTAGE_SLOWER, Math.round(pause * SLOWER));
  }
}
