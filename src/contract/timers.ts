// The only file that starts timers. Node ends a timer after 1 ms if it is to last longer than 2^31 - 1 ms: such times are
// cut to that (24.8 days).

const LONGEST_MS = 2 ** 31 - 1;

const clamped = (ms: number): number => Math.min(Math.max(0, ms), LONGEST_MS);

export interface Timer {
  stop(): void;
}

export function startTimer(ms: number, work: () => void): Timer {
  const timer = setTimeout(work, clamped(ms));
  return { stop: () => clearTimeout(timer) };
}

/** A timer that does not keep the process running. */
export function startIdleTimer(ms: number, work: () => void): Timer {
  const timer = setTimeout(work, clamped(ms)).unref();
  return { stop: () => clearTimeout(timer) };
}

/** Does the work again and again; does not keep the process running. */
export function repeatEvery(ms: number, work: () => void): Timer {
  const timer = setInterval(work, clamped(ms)).unref();
  return { stop: () => clearInterval(timer) };
}

/** Rejects with the signal's reason when it aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Waits on the real clock, as a `Sleep`. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      timer.stop();
      reject(signal?.reason);
    };
    const timer = startTimer(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
