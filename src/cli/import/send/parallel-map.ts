// Maps a stream with several items in progress at once; results come in the order of the items.

export interface ParallelMapOptions<I, T> {
  readonly parallel: number;
  /** Items taken whose results are not out yet: bounds the memory while the first of them takes its time. */
  readonly window: number;
  readonly work: (item: I) => Promise<T>;
  readonly isCancelled: () => boolean;
}

interface Task<T> {
  /** Never rejects. */
  ended: Promise<void>;
  value: { readonly result: T } | null;
  isSettled: boolean;
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
  const tasks: Task<T>[] = [];
  const running = new Set<Promise<void>>();
  const failures: { readonly error: unknown }[] = [];

  const start = (item: I) => {
    const task: Task<T> = { ended: Promise.resolve(), value: null, isSettled: false };
    const settle = () => {
      task.isSettled = true;
      running.delete(task.ended);
    };
    task.ended = work(item).then(
      (result) => {
        task.value = { result };
        settle();
      },
      (error: unknown) => {
        failures.push({ error });
        settle();
      },
    );
    running.add(task.ended);
    tasks.push(task);
  };

  function* ready(): Generator<T> {
    for (let first = tasks[0]; first?.isSettled === true; first = tasks[0]) {
      tasks.shift();
      if (first.value !== null) yield first.value.result;
    }
  }

  try {
    for await (const item of items) {
      if (isCancelled() || failures.length > 0) break;
      start(item);
      yield* ready();
      while (running.size >= parallel || tasks.length >= window) {
        await Promise.race(tasks.length >= window ? [tasks[0]?.ended] : running);
        yield* ready();
      }
    }
  } catch (error) {
    failures.push({ error });
  }
  for (let first = tasks[0]; first !== undefined; first = tasks[0]) {
    await first.ended;
    yield* ready();
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure.error;
}
