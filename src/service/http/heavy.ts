// Rows that may take seconds run on a thread of their own, so that other requests are answered in the meantime. One that
// takes too long is answered with 408 and its thread is terminated, which rolls back what was not committed.

import { Refusal, stopping } from '../core/refusals.ts';
import type { RowRequest } from './perform.ts';
import { tookLonger } from './respond.ts';

/** What the thread answers to a request. */
export type RowOutcome =
  | { readonly data: string }
  | { readonly refused: Pick<Refusal, 'code' | 'message' | 'details'> }
  | { readonly bug: string };

/** The part of node:worker_threads that is used. */
export interface RowThread {
  postMessage(request: RowRequest): void;
  on(event: 'message', listener: (outcome: RowOutcome) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  off(event: 'message', listener: (outcome: RowOutcome) => void): unknown;
  off(event: 'error', listener: (error: unknown) => void): unknown;
  off(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

export interface HeavyWork {
  /** Returns the data as JSON text. Throws Refusal; `timeout` after `deadlineMs`. Requests run one after the other. */
  run(request: RowRequest): Promise<string>;
  /** Ends the thread; its request and those that wait are refused as `unavailable`. */
  close(): Promise<void>;
}

export interface HeavyOptions {
  readonly spawn: () => RowThread;
  readonly deadlineMs: number;
  /** Rejects when its signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export function heavyWork({ spawn, deadlineMs, sleep }: HeavyOptions): HeavyWork {
  let thread: RowThread | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  let isClosing = false;

  const runNow = async (request: RowRequest): Promise<string> => {
    if (isClosing) throw stopping();
    const current = thread ?? spawn();
    thread = current;
    const patience = new AbortController();
    const tooLate = sleep(deadlineMs, patience.signal).then((): RowOutcome => timeout(deadlineMs));
    // Aborted once the outcome is there: its rejection is expected.
    tooLate.catch(() => {});
    try {
      const answered = outcomeOf(current, request);
      // After the deadline its thread is terminated and the outcome no longer matters.
      answered.catch(() => {});
      const outcome = await Promise.race([answered, tooLate]);
      const isTimeout = 'refused' in outcome && outcome.refused.code === 'timeout';
      if (isTimeout) {
        thread = null;
        void current.terminate();
      }
      return dataOf(outcome);
    } catch (error) {
      if (!(error instanceof Refusal)) thread = null;
      throw isClosing ? stopping() : error;
    } finally {
      patience.abort();
    }
  };

  return {
    run: (request) => {
      const turn = tail.then(() => runNow(request));
      tail = turn.catch(() => {});
      return turn;
    },
    close: async () => {
      isClosing = true;
      await thread?.terminate();
      await tail;
    },
  };
}

/** Removes its listeners one by one: the thread has other listeners that must stay. */
function outcomeOf(thread: RowThread, request: RowRequest): Promise<RowOutcome> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => onError(new Error('the worker thread ended'));
    const forget = (): void => {
      thread.off('message', onMessage);
      thread.off('error', onError);
      thread.off('exit', onExit);
    };
    const onMessage = (outcome: RowOutcome): void => {
      forget();
      resolve(outcome);
    };
    const onError = (error: unknown): void => {
      forget();
      reject(error);
    };
    thread.on('message', onMessage);
    thread.on('error', onError);
    thread.on('exit', onExit);
    thread.postMessage(request);
  });
}

function timeout(deadlineMs: number): RowOutcome {
  return { refused: { code: 'timeout', message: tookLonger(deadlineMs), details: undefined } };
}

function dataOf(outcome: RowOutcome): string {
  if ('data' in outcome) return outcome.data;
  if ('bug' in outcome) throw new Error(`on the worker thread: ${outcome.bug}`);
  const { code, message, details } = outcome.refused;
  throw new Refusal(code, message, details);
}
