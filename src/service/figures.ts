// What monitoring and an idle server ask of a store, by its own clock.

import { readClock, virtualNow } from './core/clock.ts';
import { type OpenWindow, openWindows } from './core/queries/rates.ts';
import type { Store, Tx } from './core/store.ts';
import { isAnythingDue, type QueueFigures, queueFigures } from './jobs/queries/jobs.ts';

export interface Figures {
  isWorkDue(): Promise<boolean>;
  queueFigures(): Promise<QueueFigures>;
  /** How much of their rates keys have used. */
  openWindows(): Promise<OpenWindow[]>;
}

export function figuresOf(store: Store, realNow: () => number): Figures {
  const timeIn = async (tx: Tx): Promise<number> => virtualNow(await readClock(tx), realNow());
  return {
    isWorkDue: () => store.read(async (tx) => isAnythingDue(tx, await timeIn(tx))),
    queueFigures: () => store.read(async (tx) => queueFigures(tx, await timeIn(tx))),
    openWindows: async () => {
      const now = await store.read(timeIn);
      return store.count((tx) => openWindows(tx, now));
    },
  };
}
