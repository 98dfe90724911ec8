// Rows that may take seconds run on threads, one for those that read and one for those that write, so that other requests are
// answered in the meantime. One that takes too long is answered with 408, and its thread ends before its next statement
// (core/ending.ts), which rolls back what was not committed.

import { Worker } from 'node:worker_threads';
import type { Sleep } from '../../contract/timers.ts';
import { Refusal, stopping } from '../core/context.ts';
import { sharedCounter } from '../core/ending.ts';
import type { RowRequest } from './perform.ts';
import { tookLonger } from './respond.ts';

export type RowOutcome =
  | { readonly data: string }
  | { readonly refused: Pick<Refusal, 'code' | 'message' | 'details'> }
  | { readonly bug: string };

export interface RowThread {
  postMessage(request: RowRequest): void;
  on(event: 'message', listener: (outcome: RowOutcome) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  off(event: 'message', listener: (outcome: RowOutcome) => void): unknown;
  off(event: 'error', listener: (error: unknown) => void): unknown;
  off(event: 'exit', listener: () => void): unknown;
  /** Resolves when it has ended. */
  terminate(): Promise<unknown>;
}

export interface HeavyWork {
  /** Returns the data as JSON text. Throws Refusal; `timeout` after `deadlineMs`, `unavailable` when too many wait. Requests run one by one. */
  run(request: RowRequest): Promise<string>;
  /** Ends the thread; its request and those that wait are refused as `unavailable`. */
  close(): Promise<void>;
}

interface HeavyOptions {
  readonly spawn: () => RowThread;
  readonly deadlineMs: number;
  readonly sleep: Sleep;
}

/** Requests that wait at a time; each holds its body. */
const WAITING_MAX = 200;

/** How long a request waits for the end of one that took too long: no other thread runs beside it. Milliseconds. */
const ENDING_MS = 1_000;

interface WaitingRequest {
  readonly request: RowRequest;
  readonly resolve: (data: string) => void;
  readonly reject: (error: unknown) => void;
}

export function heavyWork({ spawn, deadlineMs, sleep }: HeavyOptions): HeavyWork {
  let thread: RowThread | null = null;
  let ending: Promise<unknown> | null = null;
  let isClosing = false;
  let working: Promise<void> | null = null;
  const queue: WaitingRequest[] = [];

  const abandon = (ended: RowThread): void => {
    thread = null;
    const gone = (): void => {
      ending = null;
    };
    ending = ended.terminate().then(gone, gone);
  };
  const started = async (): Promise<RowThread> => {
    if (ending !== null) {
      const patience = new AbortController();
      await Promise.race([ending, sleep(ENDING_MS, patience.signal).catch(() => {})]);
      patience.abort();
    }
    if (isClosing) throw stopping();
    if (ending !== null) throw busy('A request that took too long has not ended yet');
    if (thread !== null) return thread;
    const begun = spawn();
    thread = begun;
    // One that ends while it waits for work is replaced, too.
    begun.on('exit', () => {
      if (thread === begun) thread = null;
    });
    return begun;
  };
  const runNow = async (request: RowRequest): Promise<string> => {
    const current = await started();
    const patience = new AbortController();
    const tooLate = sleep(deadlineMs, patience.signal).then((): RowOutcome => timeout(deadlineMs));
    // Aborted once the outcome is there: its rejection is expected.
    tooLate.catch(() => {});
    try {
      const answered = outcomeOf(current, request);
      // After the deadline its thread is terminated and the outcome no longer matters.
      answered.catch(() => {});
      const outcome = await Promise.race([answered, tooLate]);
      if ('refused' in outcome && outcome.refused.code === 'timeout') abandon(current);
      return dataOf(outcome);
    } catch (error) {
      if (!(error instanceof Refusal)) thread = null;
      throw isClosing ? stopping() : error;
    } finally {
      patience.abort();
    }
  };
  const workOff = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { request, resolve, reject } = next;
      await runNow(request).then(resolve, reject);
    }
    working = null;
  };

  return {
    run: (request) =>
      new Promise((resolve, reject) => {
        if (queue.length >= WAITING_MAX)
          return reject(busy(`${WAITING_MAX} requests of this kind are waiting already`));
        queue.push({ request, resolve, reject });
        working ??= workOff();
      }),
    close: async () => {
      isClosing = true;
      await thread?.terminate();
      await working;
    },
  };
}

function busy(why: string): Refusal {
  return new Refusal('unavailable', `${why}: try again`);
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

/** To the thread: what it is to do once its request has ended. */
export const END = 'end';

export function rowWorker(program: string, data: object): RowThread {
  const shared = sharedCounter();
  const worker = new Worker(program, { workerData: { ...data, endRequest: shared } });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return {
    postMessage: (request) => worker.postMessage(request),
    on: worker.on.bind(worker),
    off: worker.off.bind(worker),
    terminate: () => {
      Atomics.add(shared, 0, 1);
      worker.postMessage(END);
      return ended;
    },
  };
}
