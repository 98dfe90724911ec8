// Work on one connection, or on one workspace, in the order it came.

import { StoreBusy } from '../core/store.ts';

export interface Lane {
  /** Runs `work` after what came before it. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for the work in progress, then runs `work`; what waits for its turn is refused by `refuse`. */
  end(work: () => void): Promise<void>;
}

/** `refuse` throws once nothing more may begin. */
export function laneOf(refuse: () => void): Lane {
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    const isFirst = waiting === 0;
    waiting += 1;
    const turn = tail.then(async () => {
      // Statements of SQLite never wait: without this, no one's request would be received until the last one is done.
      if (!isFirst) await new Promise<void>((next) => setImmediate(next));
      return work();
    });
    const done = (): void => {
      waiting -= 1;
    };
    tail = turn.then(done, done);
    return turn;
  };
  return {
    run: (work) =>
      queued(() => {
        refuse();
        return work();
      }),
    end: (work) => queued(async () => work()),
  };
}

/** A lane for each workspace. What has waited for longer than `waitMs` when its turn comes is refused as busy. */
export function lanesOf(refuse: () => void, waitMs: number): <T>(id: number, work: () => Promise<T>) => Promise<T> {
  const lanes = new Map<number, Lane>();
  return (id, work) => {
    const lane = lanes.get(id) ?? laneOf(refuse);
    lanes.set(id, lane);
    const began = performance.now();
    return lane.run(() => {
      if (performance.now() - began > waitMs)
        throw new StoreBusy(`workspace ${id} was in use for longer than ${waitMs} ms`);
      return work();
    });
  };
}
