// A thread that works on a store is asked to end, and never ended by force: where that meets a statement, SQLite's driver for
// Node 20 and 22 ends the whole process.

import { stopping } from './context.ts';
import type { StoreConnection } from './store.ts';

/** One number in memory that all threads of the process see. */
export type SharedCounter = Int32Array;

export function sharedCounter(): SharedCounter {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

export const isRaised = (shared: SharedCounter): boolean => Atomics.load(shared, 0) > 0;

function* whileItGoesOn<T>(rows: Iterable<T>, assertGoesOn: () => void): Generator<T> {
  for (const row of rows) {
    assertGoesOn();
    yield row;
  }
}

/** A connection whose statements are refused once it is to end. */
export function endable(connection: StoreConnection, isToEnd: () => boolean): StoreConnection {
  const assertGoesOn = (): void => {
    if (isToEnd()) throw stopping();
  };
  return {
    ...connection,
    all: (sql, values) => {
      assertGoesOn();
      return connection.all(sql, values);
    },
    run: (sql, values) => {
      assertGoesOn();
      return connection.run(sql, values);
    },
    runRows: (sql, rows) => connection.runRows(sql, whileItGoesOn(rows, assertGoesOn)),
  };
}
