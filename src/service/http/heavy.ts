// Rows that may take seconds run on a thread of their own, so that the others go on being answered meanwhile; one that
// takes too long is answered 408 and its thread is ended, which rolls back what it had not committed.

import { Refusal } from '../core/refusals.ts';
import type { Job } from './perform.ts';

/** What a thread says about a job. */
export type Outcome =
  | { readonly data: string }
  | { readonly refused: Pick<Refusal, 'code' | 'message' | 'details'> }
  | { readonly bug: string };

/** The part of node:worker_threads that is used. */
export interface Thread {
  postMessage(job: Job): void;
  on(event: 'message', heard: (outcome: Outcome) => void): unknown;
  on(event: 'error', heard: (error: unknown) => void): unknown;
  on(event: 'exit', heard: () => void): unknown;
  off(event: 'message', heard: (outcome: Outcome) => void): unknown;
  off(event: 'error', heard: (error: unknown) => void): unknown;
  off(event: 'exit', heard: () => void): unknown;
  terminate(): Promise<unknown>;
}

export interface HeavyWork {
  /** Gives the data as JSON text. Throws Refusal; `timeout` after `deadlineMs`. Jobs run one after the other. */
  run(job: Job): Promise<string>;
  close(): Promise<void>;
}

export interface HeavyOptions {
  readonly spawn: () => Thread;
  readonly deadlineMs: number;
  /** Rejects when its signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export function heavyWork({ spawn, deadlineMs, sleep }: HeavyOptions): HeavyWork {
  let thread: Thread | null = null;
  let tail: Promise<unknown> = Promise.resolve();

  const runNow = async (job: Job): Promise<string> => {
    const current = thread ?? spawn();
    thread = current;
    const patience = new AbortController();
    const tooLate = sleep(deadlineMs, patience.signal).then((): Outcome => timeout(deadlineMs));
    // Aborted once the outcome is there: nobody waits for this rejection then.
    tooLate.catch(() => {});
    try {
      const heard = outcomeOf(current, job);
      // After the deadline its thread is ended, and nobody listens any more.
      heard.catch(() => {});
      const outcome = await Promise.race([heard, tooLate]);
      const isTimeout = 'refused' in outcome && outcome.refused.code === 'timeout';
      if (isTimeout) {
        thread = null;
        void current.terminate();
      }
      return dataOf(outcome);
    } catch (error) {
      if (!(error instanceof Refusal)) thread = null;
      throw error;
    } finally {
      patience.abort();
    }
  };

  return {
    run: (job) => {
      const turn = tail.then(() => runNow(job));
      tail = turn.catch(() => {});
      return turn;
    },
    close: async () => {
      await tail;
      await thread?.terminate();
      thread = null;
    },
  };
}

/** Listeners are taken off one by one: a thread has listeners of its own that all would take along. */
function outcomeOf(thread: Thread, job: Job): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => onError(new Error('the worker thread ended'));
    const forget = (): void => {
      thread.off('message', onMessage);
      thread.off('error', onError);
      thread.off('exit', onExit);
    };
    const onMessage = (outcome: Outcome): void => {
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
    thread.postMessage(job);
  });
}

function timeout(deadlineMs: number): Outcome {
  const message = `This took longer than ${deadlineMs / 1000} s and was given up: try again later, or ask for less`;
  return { refused: { code: 'timeout', message, details: undefined } };
}

function dataOf(outcome: Outcome): string {
  if ('data' in outcome) return outcome.data;
  if ('bug' in outcome) throw new Error(`on the worker thread: ${outcome.bug}`);
  const { code, message, details } = outcome.refused;
  throw new Refusal(code, message, details);
}
