// Reading something again and again until it is over. A poll that fails is not a failed run.

import { ApiError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport.ts';

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
  /** A poll failed and is tried again. */
  onTrouble(error: Error): Promise<void>;
}

/** So that what is over at once is seen at once. */
const FIRST_PAUSE_MS = 200;
const SLOWER = 1.5;

/** After so many failed polls in a row there is nothing to wait for. */
const TROUBLES_MOST = 10;

function isPassing(error: unknown): error is Error {
  if (error instanceof NetworkError) return error.passing;
  return error instanceof ApiError && (error.status === 408 || error.status === 429 || error.status >= 500);
}

/** Every value that differs from the one before, the last one included. Ends when it is over, or the time is. */
export async function* follow<T>(options: FollowOptions<T>): AsyncGenerator<T> {
  const { read, isOver, intervalMs, timeoutMs, now, sleep } = options;
  const until = timeoutMs === null ? Number.POSITIVE_INFINITY : now() + timeoutMs;
  let pause = Math.min(FIRST_PAUSE_MS, intervalMs);
  let before = '';
  let troubles = 0;
  for (;;) {
    try {
      const value = await read();
      troubles = 0;
      const text = JSON.stringify(value);
      if (text !== before) yield value;
      before = text;
      if (isOver(value)) return;
    } catch (error) {
      troubles += 1;
      if (!isPassing(error) || troubles >= TROUBLES_MOST) throw error;
      await options.onTrouble(error);
    }
    const left = until - now();
    if (left <= 0) return;
    await sleep(Math.min(pause, left));
    pause = Math.min(intervalMs, pause * SLOWER);
  }
}
