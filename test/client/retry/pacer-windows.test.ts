// Against a service that counts in fixed windows.

import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pacer } from '../../../src/client/retry/pacer.ts';
import type { WireResponse } from '../../../src/contract/wire.ts';
import { type VirtualClock, virtualClock } from '../../clock.ts';
import { busy, ok, WINDOW_MS } from './answers.ts';

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
        const service = windowedService(clock, limit, offsetMs, () => leastMs + Math.round(jitterMs * clock.random()));
        const pacer = new Pacer({ perMinute: limit, clock });
        await work(clock, pacer, () => service.request(), workers, 4 * WINDOW_MS);
        expect(service.seen.refused).toBe(0);
        expect(service.seen.taken).toBeGreaterThan(0);
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
