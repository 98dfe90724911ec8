// Background work on a thread of its own. A thread that dies is replaced.

import { storeUnreachable } from '../core/store.ts';
import type { BackgroundWork } from './keep-working.ts';
import type { MessageFromThread } from './thread.ts';

/** The part of node:worker_threads that is used. */
interface JobThread {
  postMessage(message: 'wake' | 'stop'): void;
  on(event: 'message', listener: (message: MessageFromThread) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

export interface OnThreadOptions {
  readonly spawn: () => JobThread;
  /** Rejects when its signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly onBug: (error: unknown, what: string) => void;
}

/**
 * How long the thread may take to end by itself, milliseconds: a job takes 25. On a busy machine one that has just been started
 * takes longer, and ending it by force while it loads SQLite's driver ends the process.
 */
const STOP_MS = 5_000;

/** Pause before a thread is restarted: one that cannot start must not keep the machine busy. */
const RESPAWN_MS = 1_000;

export function keepOnThread({ spawn, sleep, onBug }: OnThreadOptions): BackgroundWork {
  const ending = new AbortController();
  let thread: JobThread | null = null;
  const live = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const current = spawn();
      thread = current;
      await new Promise<void>((ended) => {
        current.on('message', ({ bug, what, isOutage }) =>
          onBug(isOutage ? storeUnreachable(bug) : new Error(`${what}: ${bug}`), what),
        );
        current.on('error', (error) => onBug(error, 'the job thread'));
        current.on('exit', ended);
      });
      thread = null;
      if (!ending.signal.aborted) await sleep(RESPAWN_MS, ending.signal).catch(() => {});
    }
  };
  const living = live();
  return {
    wake: () => thread?.postMessage('wake'),
    close: async () => {
      ending.abort();
      thread?.postMessage('stop');
      const ended = new AbortController();
      const late = sleep(STOP_MS, ended.signal).then(
        () => thread?.terminate(),
        () => {},
      );
      await living;
      ended.abort();
      await late;
    },
  };
}
