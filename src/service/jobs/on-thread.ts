// The keeper of the work behind, on a thread: one that dies is replaced.

import type { Keeper } from './keep-working.ts';

/** The part of node:worker_threads that is used. */
export interface EngineThread {
  postMessage(told: 'wake' | 'stop'): void;
  on(event: 'message', heard: (said: { readonly bug: string; readonly what: string }) => void): unknown;
  on(event: 'error', heard: (error: unknown) => void): unknown;
  on(event: 'exit', heard: () => void): unknown;
}

export interface OnThreadOptions {
  readonly spawn: () => EngineThread;
  /** Rejects when its signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly onBug: (error: unknown, what: string) => void;
}

/** A thread that died is not started again at once, or one that cannot start would keep the machine busy. */
const RESPAWN_MS = 1_000;

export function keepOnThread({ spawn, sleep, onBug }: OnThreadOptions): Keeper {
  const ending = new AbortController();
  let thread: EngineThread | null = null;
  const live = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const current = spawn();
      thread = current;
      await new Promise<void>((ended) => {
        current.on('message', ({ bug, what }) => onBug(new Error(`${what}: ${bug}`), what));
        current.on('error', (error) => onBug(error, 'the engine thread'));
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
      await living;
    },
  };
}
