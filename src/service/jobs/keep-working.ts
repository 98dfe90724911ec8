// Performs due jobs continuously. Between them it waits until the next is due, until it is woken, or for a short time,
// since other processes queue jobs too.

import { readClock, virtualNow } from '../core/clock.ts';
import { nextDueAt } from './queries/jobs.ts';
import { type JobEnvironment, type JobTime, runDueJobs } from './work.ts';

export interface BackgroundWork {
  /** There may be new jobs. */
  wake(): void;
  /** Finishes the current job. */
  close(): Promise<void>;
}

/** Longest delay before a job queued by another process is found, milliseconds. */
const POLL_MS = 500;

/**
 * Pause after an error of the store (connection lost, lock held too long, full disk), milliseconds: twice as long each time,
 * since a database that was restarted is back soon, and a full disk is not.
 */
const ERROR_PAUSE_MS = { first: 50, last: 2_000 } as const;

export function keepWorking(environment: JobEnvironment, time: JobTime): BackgroundWork {
  const ending = new AbortController();
  let pause: AbortController | null = null;
  // Woken while working: check again before waiting.
  let isAwake = false;

  const wait = async (ms: number): Promise<void> => {
    if (isAwake || ending.signal.aborted || ms <= 0) return;
    pause = new AbortController();
    await time.sleep(ms, pause.signal).catch(() => {});
    pause = null;
  };
  const run = async (): Promise<void> => {
    let errorPauseMs: number = ERROR_PAUSE_MS.first;
    while (!ending.signal.aborted) {
      isAwake = false;
      try {
        await runDueJobs(environment, time, { signal: ending.signal });
        await wait(await pauseMs(environment, time));
        errorPauseMs = ERROR_PAUSE_MS.first;
      } catch (error) {
        environment.onBug(error, 'the background work');
        isAwake = false;
        await wait(errorPauseMs);
        errorPauseMs = Math.min(2 * errorPauseMs, ERROR_PAUSE_MS.last);
      }
    }
  };
  const running = run();
  return {
    wake: () => {
      isAwake = true;
      pause?.abort();
    },
    close: async () => {
      ending.abort();
      pause?.abort();
      await running;
    },
  };
}

/** Real milliseconds until the next job is due; while the clock is frozen, none becomes due. */
async function pauseMs({ store }: JobEnvironment, { realNow }: JobTime): Promise<number> {
  return store.read(async (tx) => {
    const due = await nextDueAt(tx);
    const clock = await readClock(tx);
    if (due === null || clock.frozenAt !== null) return POLL_MS;
    return Math.min(POLL_MS, due - virtualNow(clock, realNow()));
  });
}
