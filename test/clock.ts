// Virtual time for tests: it stands still until a test moves it, and then every sleeper wakes in order.

import { chance } from './chance.ts';

/** Sleepers are woken by `advance` and `run`; nothing here waits on the real clock. */
export interface VirtualClock {
  /** Milliseconds since 1970; 2026-01-01T00:00:00Z unless told otherwise. */
  now(): number;
  /** Resolves once time has got there, 0 and less included; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to, not including, 1; the same sequence for the same seed. */
  random(): number;
  /** Moves time on by `ms`, stopping at each sleeper that falls due, in order, until all it leads to has happened. */
  advance(ms: number): Promise<void>;
  /** Moves time on from sleeper to sleeper until the work is done, and gives its outcome. */
  run<T>(work: Promise<T>): Promise<T>;
  /** Time stands still in `run` until this has settled: for real sockets, files and processes. */
  outside<T>(work: Promise<T>): Promise<T>;
  /** Sets the time without waking anybody, back too: what an operator's `date` does. */
  set(now: number): void;
  /** Those who sleep now. */
  readonly sleepers: number;
}

interface Sleeper {
  readonly at: number;
  readonly order: number;
  wake(): void;
}

/** Lets everything happen that needs no time: all promises settle before the next turn of the event loop. */
async function settled(): Promise<void> {
  // Two turns: what an I/O callback or a setImmediate of the first one starts has then settled too.
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Those who sleep; of two that fall due at once, the one that fell asleep first comes first. */
class Sleepers {
  #all: Sleeper[] = [];
  #order = 0;
  #waiting: (() => void)[] = [];

  get size(): number {
    return this.#all.length;
  }

  get next(): Sleeper | undefined {
    return this.#all.reduce<Sleeper | undefined>(
      (first, one) =>
        first === undefined || one.at < first.at || (one.at === first.at && one.order < first.order) ? one : first,
      undefined,
    );
  }

  /** Until `at`, and `remove`; rejects with the signal's reason when it aborts. */
  add(at: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.remove(sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleeper: Sleeper = { at, order: this.#order++, wake };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#all.push(sleeper);
      this.goOn();
    });
  }

  /** Until there is one more, or `goOn`. */
  added(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  goOn(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  remove(sleeper: Sleeper): void {
    this.#all = this.#all.filter((one) => one !== sleeper);
  }
}

/** Opens a clock. `seed` decides its random numbers. */
export function virtualClock({ now = Date.UTC(2026, 0, 1), seed = 1 } = {}): VirtualClock {
  let time = now;
  const sleepers = new Sleepers();
  const outside = new Set<Promise<unknown>>();

  const wake = (sleeper: Sleeper) => {
    sleepers.remove(sleeper);
    time = Math.max(time, sleeper.at);
    sleeper.wake();
  };

  return {
    now: () => time,
    random: chance(seed),
    set(to) {
      time = to;
    },
    get sleepers() {
      return sleepers.size;
    },
    sleep: (ms, signal) => sleepers.add(time + Math.max(0, ms), signal),
    async advance(ms) {
      const until = time + ms;
      await settled();
      for (let due = sleepers.next; due !== undefined && due.at <= until; due = sleepers.next) {
        wake(due);
        await settled();
      }
      time = Math.max(time, until);
    },
    async run(work) {
      let done = false;
      const end = () => {
        done = true;
        sleepers.goOn();
      };
      work.then(end, end);
      await settled();
      while (!done) {
        const due = sleepers.next;
        if (outside.size > 0) await Promise.race(outside);
        else if (due !== undefined) wake(due);
        // Real files and sockets: they take their time.
        else await sleepers.added();
        await settled();
      }
      return work;
    },
    outside(work) {
      const watched = work.then(
        () => {},
        () => {},
      );
      outside.add(watched);
      watched.then(() => outside.delete(watched));
      return work;
    },
  };
}
