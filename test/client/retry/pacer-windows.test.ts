import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/client/errors.ts';
import { Pacer } from '../../../src/client/retry/pacer.ts';
import { withRetries } from '../../../src/client/retry/retry.ts';
import type { WireResponse } from '../../../src/contract/wire.ts';
import { type VirtualClock, virtualClock } from '../../clock.ts';
import { busy, ok, WINDOW_MS } from './answers.ts';

const refusal = () =>
  new ApiError({ method: 'POST', path: '/', status: 429, code: 'rate_limited', message: '', body: '' });

/** A service that counts in fixed windows which begin where they like, some time after the request left. */
function windowedService(clock: VirtualClock, limit: number, offsetMs: number, latency: () => number) {
  const counts = new Map<number, number>();
  const seen = { taken: 0, refused: 0 };
  return {
    seen,
    counts,
    async request(): Promise<WireResponse> {
      const latencyMs = latency();
      const untilCounted = Math.round(latencyMs * clock.random());
      await clock.sleep(untilCounted);
      const window = Math.floor((clock.now() - offsetMs) / WINDOW_MS);
      const count = (counts.get(window) ?? 0) + 1;
      counts.set(window, count);
      const left = (window + 1) * WINDOW_MS + offsetMs - clock.now();
      await clock.sleep(latencyMs - untilCounted);
      if (count <= limit) {
        seen.taken += 1;
        return ok();
      }
      seen.refused += 1;
      return busy({ 'retry-after': String(Math.ceil(left / 1000)) });
    },
  };
}

/** So many workers, each sending as soon as it is let, until the time is over. */
async function work(
  clock: VirtualClock,
  pacer: Pacer,
  request: () => Promise<WireResponse>,
  workers: number,
  ms: number,
) {
  const until = clock.now() + ms;
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const one = async () => {
    while (clock.now() < until) await pacer.run(request, { signal: stop.signal });
  };
  const all = Promise.allSettled(Array.from({ length: workers }, one));
  await clock.advance(ms);
  stop.abort();
  await clock.run(all);
}

describe('against a service that counts in fixed windows', () => {
  test('no request is ever refused, whatever the limit, the latency and where windows begin', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          limit: fc.integer({ min: 1, max: 60 }),
          workers: fc.integer({ min: 1, max: 40 }),
          offsetMs: fc.integer({ min: 0, max: WINDOW_MS - 1 }),
          leastMs: fc.integer({ min: 0, max: 400 }),
          jitterMs: fc.constantFrom(0, 50, 3_000, 90_000),
          seed: fc.integer(),
        }),
        async ({ limit, workers, offsetMs, leastMs, jitterMs, seed }) => {
          const clock = virtualClock({ seed });
          const service = windowedService(
            clock,
            limit,
            offsetMs,
            () => leastMs + Math.round(jitterMs * clock.random()),
          );
          const pacer = new Pacer({ perMinute: limit, clock });
          await work(clock, pacer, () => service.request(), workers, 4 * WINDOW_MS);
          expect(service.seen.refused).toBe(0);
          expect(service.seen.taken).toBeGreaterThan(0);
          expect(pacer.state.sent).toBe(service.seen.taken);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([1, 4, 8, 30])(
    'at 200 ms latency, %i workers use at least 99 % of the rate of 30 a minute',
    async (workers) => {
      for (const offsetMs of [0, 100, 17_000, 59_999]) {
        const clock = virtualClock();
        const service = windowedService(clock, 30, offsetMs, () => 200);
        const pacer = new Pacer({ perMinute: 30, clock });
        const minutes = 60;
        await work(clock, pacer, () => service.request(), workers, minutes * WINDOW_MS);
        expect(service.seen.refused).toBe(0);
        expect(service.seen.taken / (30 * minutes)).toBeGreaterThanOrEqual(0.99);
      }
    },
  );

  test('two processes with one key are refused now and then, and no request of theirs fails', async () => {
    const clock = virtualClock();
    const service = windowedService(clock, 30, 7_000, () => 200);
    const policy = { retries: 20, deadlineMs: 15 * WINDOW_MS, attemptMs: WINDOW_MS };
    const outcomes: number[] = [];
    const process = async (startMs: number) => {
      const pacer = new Pacer({ perMinute: 30, clock });
      await clock.sleep(startMs);
      let left = 150;
      const worker = async () => {
        while (left-- > 0) {
          const status = await withRetries(
            async (attempt) => {
              attempt.begin();
              const { status } = await pacer.run(() => service.request(), { again: attempt.number > 1 });
              if (status === 429) throw refusal();
              return status;
            },
            { effect: 'write', policy, clock },
          );
          outcomes.push(status);
        }
      };
      await Promise.all([worker(), worker(), worker(), worker()]);
    };
    const startedAt = clock.now();
    await clock.run(Promise.all([process(0), process(1_300)]));
    expect(outcomes).toEqual(Array.from({ length: 300 }, () => 200));
    expect(service.seen.taken).toBe(300);
    // Each process has four requests under way when the window is used up: no more than those are refused.
    const windows = service.counts.size;
    expect(service.seen.refused).toBeGreaterThan(0);
    expect(service.seen.refused).toBeLessThanOrEqual(8 * windows);
    expect((clock.now() - startedAt) / WINDOW_MS).toBeLessThan(300 / 30 + 3);
  });
});
