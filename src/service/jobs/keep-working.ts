// Continuous work: what is due is done, then waited for what falls due next, for a word that there is more, or for a
// while, since other processes queue work too.

import { readClock, virtualNow } from '../core/clock.ts';
import type { Desk } from './perform.ts';
import { type Time, workOff } from './work.ts';

export interface Keeper {
  /** There may be something new. */
  wake(): void;
  /** Finishes the job under way. */
  close(): Promise<void>;
}

/** What another process queued is found so late at most, milliseconds. */
const POLL_MS = 500;

/** After trouble with the store (a full disk, a lock held for long) it is left alone for a while. */
const TROUBLE_MS = 2_000;

export function keepWorking(desk: Desk, time: Time): Keeper {
  const ending = new AbortController();
  let nap: AbortController | null = null;
  // Woken while it works: it looks again before it waits.
  let isAwake = false;

  const wait = async (ms: number): Promise<void> => {
    if (isAwake || ending.signal.aborted || ms <= 0) return;
    nap = new AbortController();
    await time.sleep(ms, nap.signal).catch(() => {});
    nap = null;
  };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      isAwake = false;
      try {
        await workOff(desk, time, { signal: ending.signal });
        await wait(await napOf(desk, time));
      } catch (error) {
        desk.onBug(error, 'the background work');
        isAwake = false;
        await wait(TROUBLE_MS);
      }
    }
  };
  const running = run();
  return {
    wake: () => {
      isAwake = true;
      nap?.abort();
    },
    close: async () => {
      ending.abort();
      nap?.abort();
      await running;
    },
  };
}

/** Until the next job is due, real milliseconds; while the clock stands still, none falls due by itself. */
async function napOf({ store, jobs }: Desk, { realNow }: Time): Promise<number> {
  return store.read(async (tx) => {
    const due = await jobs.nextDueAt(tx);
    const clock = await readClock(tx);
    if (due === null || clock.frozenAt !== null) return POLL_MS;
    return Math.min(POLL_MS, due - virtualNow(clock, realNow()));
  });
}
