// Keeps a row's requests within its rate, so exactly that the service never has to refuse one.

import { getOwn } from '../../contract/json.ts';
import type { WireResponse } from '../../contract/wire.ts';
import { NetworkError } from '../transport/transport.ts';
import { type Clock, RATE_BACKOFF_MS, retryAfterMsOf } from './retry.ts';

/** So many requests in any stretch of time of this length. */
export interface Rate {
  readonly requests: number;
  readonly windowMs: number;
}

/** Parses `30/60s`, `100/1m`, `5/s`; `null` for anything else. */
export function parseRate(text: string): Rate | null {
  const match = /^([1-9][0-9]{0,6})\/([0-9]{0,6}(?:\.[0-9]{1,3})?)(ms|s|m|h)$/.exec(text.trim());
  if (match === null) return null;
  const unitMs = getOwn({ ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }, match[3] ?? 's') ?? 1_000;
  const windowMs = (match[2] === '' ? 1 : Number(match[2])) * unitMs;
  return windowMs > 0 ? { requests: Number(match[1]), windowMs } : null;
}

/** On top of the window: timers that fire a millisecond early, clocks that run apart. */
export const PACE_MARGIN_MS = 50;

export interface PacerOptions {
  /** Requests per minute by the contract; `null` = no limit known. */
  readonly perMinute: number | null;
  /** The user's own rate: what the service says about limits is then not heeded, what it refuses is. */
  readonly override?: Rate | null | undefined;
  readonly clock: Clock;
}

export interface PacedRequest {
  readonly signal?: AbortSignal | undefined;
  /** It was refused before: it goes ahead of those that were not sent yet. */
  readonly again?: boolean;
  /** Called once when it has to wait a second or more. */
  readonly onWait?: ((waitMs: number) => void) | undefined;
}

interface WaitingTurn extends PacedRequest {
  go(): void;
  isReported: boolean;
}

export interface PaceState {
  readonly limit: number | null;
  readonly windowMs: number;
  /** The limit as the service gave it, null = none; left out: it said nothing that counts. */
  readonly learnt?: number | null;
}

/** What an earlier process has used of a rate. */
export interface UsedSlots {
  /** Requests a window; null = not limited; left out: nothing was learnt. */
  readonly limit?: number | null | undefined;
  /** Epoch ms, one for each request. */
  readonly answeredAt: readonly number[];
}

/**
 * The pacer of one row and key. A place is taken when a request goes, and is free again a whole window after its
 * ANSWER: the service counts a request somewhere between the two, so that no window of that length, wherever it
 * begins, holds more than the limit. Other processes with the same key are not seen; what they cause, 429, pauses all.
 */
export class Pacer {
  readonly #clock: Clock;
  readonly #fixed: boolean;
  readonly #windowMs: number;
  #limit: number | null;
  #isLearnt = false;
  #inProgress = 0;
  /** When places that were used become free, ascending. */
  #freeAt: number[] = [];
  #pausedUntil = 0;
  #queue: WaitingTurn[] = [];
  #timer: { readonly at: number; readonly cancel: AbortController } | null = null;
  #seenNow = 0;

  constructor({ perMinute, override, clock }: PacerOptions) {
    this.#clock = clock;
    this.#fixed = override !== null && override !== undefined;
    this.#limit = override?.requests ?? perMinute;
    this.#windowMs = override?.windowMs ?? 60_000;
  }

  get state(): PaceState {
    return { limit: this.#limit, windowMs: this.#windowMs, ...(this.#isLearnt && { learnt: this.#limit }) };
  }

  /** Waits for a place, then does the request. Rejects with the signal's reason when it aborts while waiting. */
  async run(request: () => Promise<WireResponse>, turn: PacedRequest = {}): Promise<WireResponse> {
    await this.#place(turn);
    let used = true;
    try {
      const response = await request();
      this.#learn(response);
      return response;
    } catch (error) {
      used = !(error instanceof NetworkError && error.sent === 'no');
      throw error;
    } finally {
      this.#inProgress -= 1;
      // First the time: a clock that was set back replaces the places.
      const freeAt = this.#now() + this.#windowMs + PACE_MARGIN_MS;
      if (used && this.#limit !== null) this.#freeAt.push(freeAt);
      this.#release();
    }
  }

  /**
   * Places that an earlier process with the same key has used, by when it had their answers, under the limit it had
   * learnt: a command that resumes after another was killed keeps to the same rate.
   */
  resume({ limit, answeredAt }: UsedSlots): void {
    if (!this.#fixed && limit !== undefined) this.#setLimit(limit);
    const free = answeredAt.map((at) => at + this.#windowMs + PACE_MARGIN_MS);
    this.#freeAt = [...this.#freeAt, ...free].toSorted((a, b) => a - b);
  }

  /** Our time; set back, it takes what is waited for with it, or a changed clock would stop us for as long. */
  #now(): number {
    const now = this.#clock.now();
    const backMs = this.#seenNow - now;
    if (backMs > 0) {
      this.#freeAt = this.#freeAt.map((at) => at - backMs);
      this.#pausedUntil -= backMs;
    }
    this.#seenNow = now;
    return now;
  }

  #place(turn: PacedRequest): Promise<void> {
    const { signal } = turn;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        this.#queue = this.#queue.filter((one) => one !== waiting);
        this.#release();
        reject(signal?.reason);
      };
      const waiting: WaitingTurn = {
        ...turn,
        isReported: false,
        go: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const firstNew = turn.again === true ? this.#queue.findIndex((one) => one.again !== true) : -1;
      this.#queue.splice(firstNew === -1 ? this.#queue.length : firstNew, 0, waiting);
      this.#release();
    });
  }

  /** When the next request may be sent; `null` = once one in progress is answered. */
  #nextAt(now: number): number | null {
    if (this.#limit === null) return this.#pausedUntil;
    while (this.#freeAt.length > 0 && (this.#freeAt[0] ?? 0) <= now) this.#freeAt.shift();
    const over = this.#inProgress + this.#freeAt.length - this.#limit;
    if (over < 0) return this.#pausedUntil;
    const freeAt = this.#freeAt[over];
    return freeAt === undefined ? null : Math.max(freeAt, this.#pausedUntil);
  }

  /** Releases the requests whose turn it is, and sets the timer for the next. */
  #release(): void {
    const now = this.#now();
    let at = this.#nextAt(now);
    while (this.#queue.length > 0 && at !== null && at <= now) {
      this.#inProgress += 1;
      this.#queue.shift()?.go();
      at = this.#nextAt(now);
    }
    const next = this.#queue[0];
    this.#setTimer(next === undefined ? null : at);
    if (next === undefined || at === null || next.isReported || at - now < 1000) return;
    next.isReported = true;
    next.onWait?.(at - now);
  }

  #setTimer(at: number | null): void {
    if (this.#timer?.at === at) return;
    this.#timer?.cancel.abort();
    this.#timer = null;
    if (at === null) return;
    const alarm = { at, cancel: new AbortController() };
    this.#timer = alarm;
    this.#clock.sleep(Math.max(1, at - this.#clock.now()), alarm.cancel.signal).then(
      () => {
        if (this.#timer === alarm) this.#timer = null;
        this.#release();
      },
      () => {},
    );
  }

  /** Learns the limit from a response. Only our own service may raise or remove it. */
  #learn(response: WireResponse): void {
    const { status, headers } = response;
    const now = this.#now();
    if (status === 429) {
      const waitMs = retryAfterMsOf(response, now) ?? RATE_BACKOFF_MS;
      this.#pausedUntil = Math.max(this.#pausedUntil, now + waitMs);
    }
    const header = headers['x-ratelimit-limit']?.trim();
    if (this.#fixed || header === undefined) return;
    const believed = headers['x-reach-service'] !== undefined;
    const limit = Number(/^[1-9][0-9]{0,8}/.exec(header)?.[0]);
    if (header === 'none' && believed) this.#setLimit(null);
    else if (!Number.isNaN(limit) && (believed || this.#limit === null || limit <= this.#limit)) this.#setLimit(limit);
  }

  #setLimit(limit: number | null): void {
    this.#limit = limit;
    this.#isLearnt = true;
  }
}
