// Makes a backup of the store of a server from time to time.

import type { Backup } from './core/upkeep.ts';

export interface KeepBackups {
  readonly everyMs: number;
  readonly isDue: () => boolean;
  /** Rejects when its signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly backup: () => Promise<Backup>;
  readonly onFailure: (error: unknown) => void;
}

/** How often it is looked whether one is due, milliseconds: commands in other processes make them too. */
const LOOK_MS = 60_000;

/** `close` waits for a copy in progress. */
export function keepBackups({ everyMs, isDue, sleep, backup, onFailure }: KeepBackups) {
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    for (;;) {
      try {
        await sleep(Math.min(LOOK_MS, everyMs), ending.signal);
      } catch {
        return;
      }
      try {
        if (isDue()) await backup();
      } catch (error) {
        onFailure(error);
      }
    }
  };
  const running = run();
  return {
    close: (): Promise<void> => {
      ending.abort();
      return running;
    },
  };
}
