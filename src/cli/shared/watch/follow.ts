// Reading something again and again until it is over. A poll that fails is not a failed run.

import { ApiError, ReplyError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import { startTimer } from '../../../contract/timers.ts';

export interface PollOptions<T> {
  /** Ends when the signal aborts: the person interrupts, or the time is over. */
  read(signal: AbortSignal): Promise<T>;
  isOver(value: T): boolean;
  /** The longest pause between two polls, milliseconds; the first ones are shorter. */
  readonly intervalMs: number;
  /** Null waits for ever. */
  readonly timeoutMs: number | null;
  readonly now: () => number;
  readonly interrupt: AbortSignal;
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

/** What may be over when it is asked again. */
function isPassing(error: unknown): error is Error {
  if (error instanceof NetworkError) return !LASTING.includes(error.fault);
  if (error instanceof ReplyError) return error.fault !== 'redirect';
  return error instanceof ApiError && (error.status === 408 || error.status === 429 || error.status >= 500);
}

/** Null if the time is over before; a poll that waits for its pace or for a silent service is given up then. */
async function within<T>(
  ms: number,
  interrupt: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly read: T } | null> {
  // Not `AbortSignal.any`: Node 20 may collect such a signal while only its listeners hold it.
  const over = new AbortController();
  const stop = () => over.abort(interrupt.reason);
  if (interrupt.aborted) stop();
  interrupt.addEventListener('abort', stop, { once: true });
  const timer = ms === Number.POSITIVE_INFINITY ? null : startTimer(ms, () => over.abort());
  try {
    return { read: await read(over.signal) };
  } catch (error) {
    if (over.signal.aborted && !interrupt.aborted) return null;
    throw error;
  } finally {
    timer?.stop();
    interrupt.removeEventListener('abort', stop);
  }
}

/** Every value that differs from the one before, the last one included. Ends when it is over, or the time is. */
export async function* follow<T>(options: PollOptions<T>): AsyncGenerator<T> {
  const { read, isOver, intervalMs, timeoutMs, now, sleep } = options;
  const until = timeoutMs === null ? Number.POSITIVE_INFINITY : now() + timeoutMs;
  let pause = Math.min(FIRST_PAUSE_MS, intervalMs);
  let before = '';
  let failingSince: number | null = null;
  for (;;) {
    try {
      const value = await within(until - now(), options.interrupt, read);
      if (value === null) return;
      if (failingSince !== null) await options.onRecovery?.();
      failingSince = null;
      const text = JSON.stringify(value.read);
      if (text !== before) yield value.read;
      before = text;
      if (isOver(value.read)) return;
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
