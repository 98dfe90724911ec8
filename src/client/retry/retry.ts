// When a request is sent again, and after what wait.

import type { Endpoint } from '../../contract/endpoint.ts';
import type { WireResponse } from '../../contract/wire.ts';
import { ApiError, ReplyError } from '../errors.ts';
import { NetworkError } from '../transport/transport.ts';

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly retries: number;
  /** For all attempts and the waits between them, from the moment the first one is sent. */
  readonly deadlineMs: number;
  /** For one attempt; never more than what is left of the deadline. */
  readonly attemptMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { retries: 4, deadlineMs: 60_000, attemptMs: 60_000 };

/** Back-off before the first repetition; twice as long each time, up to the cap. */
const BACKOFF_MS = 500;
const BACKOFF_CAP_MS = 20_000;
/** The same after a 429 that does not say how long: rate windows are about a minute. */
export const RATE_BACKOFF_MS = 4_000;

/** Why a request waits. `pace`: not sent yet, so as not to exceed the rate. */
type WaitReason = 'pace' | 'rate_limited' | 'timeout' | 'server_error' | 'network' | 'cut_reply';

export interface Wait {
  readonly reason: WaitReason;
  readonly waitMs: number;
  /** The attempt it waits for, from 1, and how many there may be. */
  readonly attempt: number;
  readonly of: number;
  /** How the last attempt ended; `null` for a wait before the first. */
  readonly error: ApiError | ReplyError | NetworkError | null;
}

/** One attempt, as the work sees it. */
export interface Attempt {
  readonly number: number;
  readonly of: number;
  /** Milliseconds this attempt may take. Called when it is sent; the first call starts the deadline. */
  begin(): number;
}

interface RetryOptions {
  readonly effect: Endpoint['effect'];
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

type CallError = ApiError | ReplyError | NetworkError;

function isFailure(error: unknown): error is CallError {
  return error instanceof ApiError || error instanceof ReplyError || error instanceof NetworkError;
}

/**
 * Why a failure is worth another attempt; `null` = it is not. Reads are repeated after anything that may pass; writes only
 * where they were certainly not processed.
 */
export function retryReason(error: CallError, effect: Endpoint['effect']): WaitReason | null {
  if (error instanceof NetworkError) {
    return error.passing && (effect === 'read' || error.sent === 'no') ? 'network' : null;
  }
  if (error instanceof ReplyError) return effect === 'read' && error.fault === 'cut' ? 'cut_reply' : null;
  if (error.status === 429) return 'rate_limited';
  if (effect === 'write') return null;
  if (error.status === 408) return 'timeout';
  return error.status >= 500 ? 'server_error' : null;
}

/** How long to wait before attempt `number` + 1: what the service asks for, else exponential with full jitter. */
export function waitMsAfter(error: CallError, number: number, random: () => number): number {
  if (error instanceof ApiError && error.retryAfterMs !== undefined) return error.retryAfterMs;
  if (error instanceof ApiError && error.status === 429) {
    // Half of it is certain: hitting a closed window again does not help.
    return Math.round(Math.min(BACKOFF_CAP_MS * 2, RATE_BACKOFF_MS * 2 ** (number - 1)) * (0.5 + random() / 2));
  }
  return Math.round(Math.min(BACKOFF_CAP_MS, BACKOFF_MS * 2 ** (number - 1)) * random());
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/**
 * Does the work, again where that is safe, until it succeeds, the attempts or the time are spent, or the signal aborts.
 * Throws the last failure, which then says how many attempts there were and why there was no further one.
 */
export async function withRetries<T>(work: (attempt: Attempt) => Promise<T>, options: RetryOptions): Promise<T> {
  const { effect, policy, clock, signal, onWait } = options;
  const of = policy.retries + 1;
  let deadlineAt: number | undefined;
  let last: CallError | undefined;
  let spent = false;
  const allSpent = `the ${seconds(policy.deadlineMs)} allowed are spent (--request-timeout)`;

  for (let number = 1; ; number += 1) {
    const attempt: Attempt = {
      number,
      of,
      begin() {
        deadlineAt ??= clock.now() + policy.deadlineMs;
        const leftMs = deadlineAt - clock.now();
        // Waiting for its turn under the rate used up the rest of the time.
        if (leftMs <= 0 && last !== undefined) {
          spent = true;
          throw last;
        }
        return Math.max(1, Math.min(policy.attemptMs, leftMs));
      },
    };
    signal?.throwIfAborted();
    try {
      return await work(attempt);
    } catch (error) {
      if (signal?.aborted || !isFailure(error) || deadlineAt === undefined) throw error;
      if (spent) throw finalFailure(error, allSpent);
      last = error;
      error.attempts = number;
      const reason = retryReason(error, effect);
      if (reason === null) throw effect === 'write' ? uncertain(error) : error;
      if (number === of) throw finalFailure(error, number === 1 ? 'tried once' : `tried ${number} times`);
      const waitMs = waitMsAfter(error, number, clock.random);
      if (clock.now() + waitMs >= deadlineAt) {
        const asked = error instanceof ApiError && error.retryAfterMs !== undefined;
        const tooLong = `the service asks to wait ${seconds(waitMs)}, longer than the time left (--request-timeout)`;
        throw finalFailure(error, asked ? tooLong : allSpent);
      }
      onWait?.({ reason, waitMs, attempt: number + 1, of, error });
      await clock.sleep(waitMs, signal);
    }
  }
}

/** The failure of a write, saying so where it may be done all the same. */
function uncertain(error: CallError): CallError {
  if (error instanceof ApiError) {
    if (error.status < 500 && error.status !== 408) return error;
    error.hint = 'the request may have been processed';
  }
  error.mayBeDone = !(error instanceof NetworkError && error.sent === 'no');
  return error;
}

/** The failure, saying why there is no further attempt. */
function finalFailure(error: CallError, why: string): CallError {
  error.hint = error.hint === undefined ? why : `${error.hint}; ${why}`;
  return error;
}

/** Longer than any deadline. */
const MOST_MS = 365 * 86_400_000;

/**
 * `Retry-After` in milliseconds from the answer on: seconds, or an HTTP date. A date is compared with the answer's own
 * `date`, so that a clock of ours that is wrong, or a service's virtual one, does not matter. `undefined` = not asked.
 */
export function retryAfterMsOf({ headers }: WireResponse, now: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(MOST_MS, Math.ceil(Number(text) * 1000));
  if (!/[a-z]/i.test(text)) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  const answeredAt = Date.parse(headers['date'] ?? '');
  return Math.max(0, at - (Number.isNaN(answeredAt) ? now : answeredAt));
}

/** Time and chance, handed in: nothing in this room reads the real ones. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
}
