// Writes that are taken back: what a dry run inside the process is answered.

import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { changedClock, readClock } from './clock.ts';
import type { Operator } from './operator.ts';
import { SnapshotExists, type TransactionWork } from './store.ts';

/** What the work gives, in a transaction that is rolled back. */
export async function takenBack<T>(
  write: (work: TransactionWork<never>) => Promise<unknown>,
  work: TransactionWork<T>,
): Promise<T> {
  let data: { readonly of: T } | undefined;
  const done = new Error('taken back');
  await write(async (tx) => {
    data = { of: await work(tx) };
    throw done;
  }).catch((error: unknown) => {
    if (error !== done) throw error;
  });
  if (data === undefined) throw new Error('the transaction has not begun');
  return data.of;
}

/** An operator that refuses what the other one refuses, and changes nothing. */
export function trialOf<T extends Operator>(operator: T): T {
  const { store, realNow } = operator;
  return {
    ...operator,
    store: {
      ...store,
      write: (work, scope, limitMs) => takenBack((all) => store.write(all, scope, limitMs), work),
      restore: (path, finish) => takenBack((all) => store.restore(path, all), finish),
      empty: (fill) => takenBack(store.empty, fill),
      snapshot: async (path) => {
        accessSync(dirname(path), constants.W_OK);
        if (existsSync(path)) throw new SnapshotExists(path);
        return 0;
      },
    },
    moveClock: async (change) => {
      const clock = await store.read(readClock);
      return 'nextUntil' in change ? clock : changedClock(clock, change, realNow());
    },
  } satisfies T;
}
