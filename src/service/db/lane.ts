// Work on one connection, or on one workspace, in the order it came.

import type { Tx } from '../core/sql.ts';
import { StoreBusy, type StoreConnection, type TransactionWork } from '../core/store.ts';
import type { TextChanges } from './fulltext.ts';

interface Lane {
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

// Writes that wait for their turn share a transaction, each with a savepoint of its own: one sync of the disk is for all of them.

interface WaitingWrite {
  readonly run: (tx: Tx) => Promise<void>;
  readonly committed: () => void;
  readonly failed: (error: unknown) => void;
}

interface Transactions {
  /** Runs it after the writes before it. */
  takeTurn(work: () => Promise<void>): Promise<void>;
  transaction(work: TransactionWork<void>): Promise<void>;
  /** What an error of a statement comes from. */
  causeOf(error: unknown): Promise<unknown>;
  /** What a transaction has changed so far. */
  readonly text: TextChanges;
}

/** How long a transaction takes in what waits, milliseconds: other threads and processes wait meanwhile. */
const TOGETHER_MS = 20;

export function writesTogether(connection: StoreConnection, { takeTurn, transaction, causeOf, text }: Transactions) {
  const waiting: WaitingWrite[] = [];
  /** What became of them, to be reported once the turn is over. */
  let outcomes: (() => void)[] = [];

  /** What fails takes nothing else with it. */
  const isWritten = async (tx: Tx, { run, failed }: WaitingWrite): Promise<boolean> => {
    const { waiting: before } = text;
    connection.exec('savepoint one');
    try {
      await run(tx);
    } catch (error) {
      // Where SQLite itself has rolled back all of it (disk full), this throws.
      connection.exec('rollback to one; release one');
      text.waiting = before;
      const cause = await causeOf(error);
      outcomes.push(() => failed(cause));
      return false;
    }
    connection.exec('release one');
    return true;
  };

  /** Rejects where none of them began. */
  const writeTogether = async (): Promise<void> => {
    // Requests come one after the other from where they are admitted.
    for (let known = 0; waiting.length > known; ) {
      known = waiting.length;
      await new Promise((next) => setImmediate(next));
    }
    // An earlier turn may have taken them all.
    if (waiting.length === 0) return;
    const begun: WaitingWrite[] = [];
    try {
      await transaction(async (tx) => {
        const until = performance.now() + TOGETHER_MS;
        for (let one = waiting.shift(); one !== undefined; ) {
          begun.push(one);
          if (begun.length === 1 && waiting.length === 0) await one.run(tx);
          else if (!(await isWritten(tx, one))) begun.pop();
          one = performance.now() < until ? waiting.shift() : undefined;
        }
      });
    } catch (error) {
      if (begun.length === 0) throw error;
      for (const { failed } of begun) outcomes.push(() => failed(error));
      return;
    }
    for (const { committed } of begun) outcomes.push(committed);
  };

  const begin = (): void =>
    void takeTurn(writeTogether)
      // Without a turn none of them is written.
      .catch((error: unknown) => {
        for (const { failed } of waiting.splice(0)) outcomes.push(() => failed(error));
      })
      .then(() => {
        const all = outcomes;
        outcomes = [];
        for (const report of all) report();
        if (waiting.length > 0) begin();
      });

  return <T>(work: TransactionWork<T>) =>
    new Promise<T>((resolve, reject) => {
      let settle = () => {};
      const run = async (tx: Tx) => {
        const value = await work(tx);
        settle = () => resolve(value);
      };
      waiting.push({ run, committed: () => settle(), failed: reject });
      if (waiting.length === 1) begin();
    });
}
