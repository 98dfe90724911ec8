// One request of a row: its turn under the rate, its attempts, and what its answer means.

import { setMaxListeners } from 'node:events';
import type { Route } from '../contract/routes/route.ts';
import type { CallOptions } from '../contract/table.ts';
import type { WireRequest, WireResponse } from '../contract/wire.ts';
import type { Reply } from './answers/reply.ts';
import { type Observers, observed } from './observe.ts';
import type { RequestInput } from './request.ts';
import { Pacer, type PaceState, type Rate, type UsedSlots } from './retry/pacer.ts';
import { type Clock, DEFAULT_RETRY, type RetryPolicy, type Wait, withRetries } from './retry/retry.ts';
import type { Transport } from './transport/transport.ts';

export interface SenderOptions extends Observers {
  readonly clock: Clock;
  readonly retry?: Partial<RetryPolicy>;
  /** Whether rates that the interface does not show are kept: those of our own service. */
  readonly undocumentedRates?: boolean;
  /** The user's own rate, in place of what contract and service say. */
  readonly rate?: Rate | null;
  /** Every wait, before it begins: for the rate (from one second on), and before each repetition. */
  readonly onWait?: (wait: Wait) => void;
  /** A write that was interrupted while it was under way. */
  readonly onInterrupted?: (route: Route) => void;
}

/** What one call may ask for beside the interface's own options. */
export interface SendOptions extends CallOptions {
  /** In place of the client's policy. */
  readonly retry?: Partial<RetryPolicy>;
  /** In place of the client's own. */
  readonly onWait?: (wait: Wait) => void;
  /** Whether the answer is the page before, once more: the service does not page the list. */
  readonly isSamePage?: (reply: Reply) => boolean;
  /** The data of the answer stays as it came, whatever the row is expected to hold. */
  readonly asIs?: boolean;
  /**
   * The caller filters what comes back, or can do without these names: what the service does not know is left out, and
   * named in the reply.
   */
  readonly filtersItself?: boolean | readonly string[];
  /** Documented requests, which say less, are no answer for the caller: a route that the service does not have is refused. */
  readonly isExact?: boolean;
  /** The caller knows that this write done twice is the same as once: it is tried again as a read is. */
  readonly isRepeatable?: boolean;
  /** What the request changes, as the caller read it just now: the history does not read it again. */
  readonly knownBefore?: unknown;
  /** The id of a record that was deleted, and that this request makes again. */
  readonly recreates?: number | string;
  /**
   * Awaited each time the request has got its turn under the rate, right before it goes, with the time it may take from
   * then on: that much later it is not under way any more. `isRecorded`: the history knows what it creates. What it throws keeps the
   * request back.
   */
  readonly onTurn?: (timeoutMs: number, isRecorded?: boolean) => Promise<void>;
}

/** Sends one row's request and opens the answer. Throws ApiError, ReplyError, NetworkError, or the signal's reason. */
export type Call = (route: Route, input?: RequestInput, options?: SendOptions) => Promise<Reply>;

/** A sender over a transport: one pacer for each row, as the service counts. */
export function senderOver(transport: Transport, options: SenderOptions) {
  const { clock, rate = null, onWait, onInterrupted, undocumentedRates = true } = options;
  const policy: RetryPolicy = { ...DEFAULT_RETRY, ...options.retry };
  /** What a request asks for in its place may be shorter, and no longer than what the user set. */
  const policyOf = ({
    retries = policy.retries,
    deadlineMs = Infinity,
    attemptMs = Infinity,
  }: Partial<RetryPolicy>) => ({
    retries,
    deadlineMs: Math.min(deadlineMs, policy.deadlineMs),
    attemptMs: Math.min(attemptMs, policy.attemptMs),
  });
  const exchange = observed(transport, options);
  const pacers = new Map<string, Pacer>();
  const pacerOf = ({ method, path, perMinute, undocumentedRate }: Route): Pacer => {
    const name = `${method} ${path}`;
    const most = undocumentedRate === true && !undocumentedRates ? null : perMinute;
    const known = pacers.get(name) ?? new Pacer({ perMinute: most, override: rate, clock });
    pacers.set(name, known);
    return known;
  };

  return {
    pace: (route: Route): PaceState => pacerOf(route).state,
    resumePace: (route: Route, used: UsedSlots): void => pacerOf(route).resume(used),
    /** Sends until there is an answer that `open` makes something of, or there is no point in going on. */
    send<T>(route: Route, wire: WireRequest, open: (answer: WireResponse) => T, options: SendOptions): Promise<T> {
      const { signal, retry = {}, onTurn, onWait: notify = onWait, isRepeatable } = options;
      // One signal stops every request of a command; more than ten that listen to it are no leak.
      if (signal !== undefined) setMaxListeners(0, signal);
      const effect = isRepeatable === true ? 'read' : route.effect;
      let isUnderWay = false;
      const sending = withRetries(
        async (attempt) => {
          const { number, of } = attempt;
          const go = async () => {
            const timeoutMs = attempt.begin();
            const endsAt = clock.now() + timeoutMs;
            await onTurn?.(timeoutMs);
            isUnderWay = true;
            return exchange(wire, { timeoutMs: Math.max(1, endsAt - clock.now()), signal }, attempt);
          };
          const pacing = {
            signal,
            again: number > 1,
            onWait: (waitMs: number) => notify?.({ reason: 'pace', waitMs, attempt: number, of, error: null }),
          };
          try {
            return open(await pacerOf(route).run(go, pacing));
          } finally {
            if (signal?.aborted !== true) isUnderWay = false;
          }
        },
        { effect, policy: policyOf(retry), clock, signal, onWait: notify },
      );
      return sending.catch((error: unknown) => {
        if (isUnderWay && effect === 'write' && signal?.aborted) onInterrupted?.(route);
        throw error;
      });
    },
  };
}
