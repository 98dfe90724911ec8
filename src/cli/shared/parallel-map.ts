// Maps a stream with several items in progress at once; results come in the order of the items.

import { setMaxListeners } from 'node:events';

export interface ParallelMapOptions<I, T> {
  readonly parallel: number;
  /** Items taken whose results are not out yet: bounds the memory while the first of them takes its time. */
  readonly window: number;
  readonly work: (item: I, defer: Defer) => Promise<T>;
  readonly isCancelled: () => boolean;
}

/** Leaves the place to other items until something is known, or until none of them is in progress any more. */
export type Defer = (known: Promise<void>) => Promise<void>;

interface Task<T> {
  value: { readonly result: T } | null;
  isSettled: boolean;
}

class Tasks<I, T> {
  readonly failures: { readonly error: unknown }[] = [];
  readonly #work: ParallelMapOptions<I, T>['work'];
  readonly #tasks: Task<T>[] = [];
  readonly #deferred = new Set<() => void>();
  #running = 0;
  #wake = () => {};

  constructor(work: ParallelMapOptions<I, T>['work']) {
    this.#work = work;
  }

  get running(): number {
    return this.#running;
  }

  /** Tasks whose results are not out yet. */
  get size(): number {
    return this.#tasks.length;
  }

  start(item: I): void {
    const task: Task<T> = { value: null, isSettled: false };
    this.#running += 1;
    this.#tasks.push(task);
    const settle = () => {
      task.isSettled = true;
      this.#leave();
    };
    this.#work(item, (known) => this.#defer(known)).then(
      (result) => {
        task.value = { result };
        settle();
      },
      (error: unknown) => {
        this.failures.push({ error });
        settle();
      },
    );
  }

  #leave(): void {
    this.#running -= 1;
    this.#wake();
  }

  async #defer(known: Promise<void>): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#deferred.add(resolve);
      void known.then(() => {
        this.#deferred.delete(resolve);
        resolve();
      });
      this.#leave();
    });
    this.#running += 1;
  }

  /** Resolves when a task ends or defers, at once where the first one has ended. Where all that are left have deferred, they go on. */
  news(): Promise<void> {
    // It may have ended while the results before it were taken.
    if (this.#tasks[0]?.isSettled === true) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#running > 0) return;
      const waiting = [...this.#deferred];
      this.#deferred.clear();
      for (const go of waiting) go();
    });
  }

  *ready(): Generator<T> {
    for (let first = this.#tasks[0]; first?.isSettled === true; first = this.#tasks[0]) {
      this.#tasks.shift();
      if (first.value !== null) yield first.value.result;
    }
  }
}

/**
 * Takes no more items once it is cancelled, or the stream or an item fails; the items taken are finished and their results
 * yielded. The first failure is thrown at the end.
 */
export async function* parallelMap<I, T>(
  items: AsyncIterable<I>,
  options: ParallelMapOptions<I, T>,
): AsyncGenerator<T> {
  const { parallel, window, work, isCancelled } = options;
  const tasks = new Tasks(work);
  try {
    for await (const item of items) {
      if (isCancelled() || tasks.failures.length > 0) break;
      tasks.start(item);
      yield* tasks.ready();
      while (tasks.running >= parallel || tasks.size >= window) {
        await tasks.news();
        yield* tasks.ready();
      }
    }
  } catch (error) {
    tasks.failures.push({ error });
  }
  for (yield* tasks.ready(); tasks.size > 0; yield* tasks.ready()) await tasks.news();
  const [failure] = tasks.failures;
  if (failure !== undefined) throw failure.error;
}

export class Cancellation {
  readonly #controller = new AbortController();

  constructor() {
    // Every waiting bulk listens: that is not a leak.
    setMaxListeners(0, this.#controller.signal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isRequested(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Why; undefined while it runs. */
  get reason(): unknown {
    return this.#controller.signal.reason;
  }

  request(reason: unknown): void {
    if (!this.isRequested) this.#controller.abort(reason);
  }
}
