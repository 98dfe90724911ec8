import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/client/errors.ts';
import { PACE_MARGIN_MS, Pacer, parseRate } from '../../../src/client/retry/pacer.ts';
import { withRetries } from '../../../src/client/retry/retry.ts';
import { NetworkError } from '../../../src/client/transport/transport.ts';
import type { WireResponse } from '../../../src/contract/wire.ts';
import { type VirtualClock, virtualClock } from '../../clock.ts';

const WINDOW_MS = 60_000;
const ok = (headers: Record<string, string> = {}): WireResponse => ({ status: 200, headers, body: '{}' });
const busy = (headers: Record<string, string> = {}): WireResponse => ({ status: 429, headers, body: '{}' });

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

describe('places', () => {
  /** Sends `count` requests at once, each answered after `ms`; tells when each was let go. */
  function letGoAt(clock: VirtualClock, pacer: Pacer, count: number, answer: () => Promise<WireResponse>) {
    const startedAt = clock.now();
    const at: number[] = [];
    const all = Array.from({ length: count }, () =>
      pacer.run(() => {
        at.push(clock.now() - startedAt);
        return answer();
      }),
    );
    return { at, all: Promise.all(all) };
  }

  test('a place is free again a window and a margin after the answer', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 2, clock });
    const { at, all } = letGoAt(clock, pacer, 4, () => clock.sleep(700).then(() => ok()));
    await clock.run(all);
    expect(at).toEqual([0, 0, 700 + WINDOW_MS + PACE_MARGIN_MS, 700 + WINDOW_MS + PACE_MARGIN_MS]);
  });

  test('what was certainly not sent takes no place, what may have been does', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 1, clock });
    const fail = (sent: 'no' | 'maybe') => () =>
      Promise.reject(new NetworkError({ fault: 'refused', code: 'X', sent, message: '' }));
    const outcomes: string[] = [];
    const send = async (name: string, request: () => Promise<WireResponse>) => {
      const end = await pacer.run(request).then(
        () => 'done',
        () => 'failed',
      );
      outcomes.push(`${name} ${end} at ${clock.now() - Date.UTC(2026, 0, 1)}`);
    };
    await clock.run(
      Promise.all([send('not sent', fail('no')), send('maybe', fail('maybe')), send('last', async () => ok())]),
    );
    expect(outcomes).toEqual([
      'not sent failed at 0',
      'maybe failed at 0',
      `last done at ${WINDOW_MS + PACE_MARGIN_MS}`,
    ]);
  });

  test('without a limit nothing waits', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: null, clock });
    const { at, all } = letGoAt(clock, pacer, 200, async () => ok());
    await clock.run(all);
    expect(new Set(at)).toEqual(new Set([0]));
  });

  test('who is refused goes again before who was not sent yet', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 1, clock });
    const order: string[] = [];
    const send = (name: string, again: boolean) =>
      pacer.run(
        async () => {
          order.push(name);
          return ok();
        },
        { again },
      );
    await clock.run(
      Promise.all([send('first', false), send('new', false), send('again 1', true), send('again 2', true)]),
    );
    expect(order).toEqual(['first', 'again 1', 'again 2', 'new']);
  });

  test('a wait of a second or more is told once, to the one whose turn is next', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 2, clock });
    const told: string[] = [];
    const send = (name: string) => pacer.run(async () => ok(), { onWait: (ms) => told.push(`${name} ${ms}`) });
    await clock.run(Promise.all(['a', 'b', 'c', 'd', 'e'].map(send)));
    expect(told).toEqual([`c ${WINDOW_MS + PACE_MARGIN_MS}`, `e ${WINDOW_MS + PACE_MARGIN_MS}`]);
  });

  test('giving up while waiting leaves the others their turn, and no alarm behind', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 1, clock });
    const stop = new AbortController();
    await pacer.run(async () => ok());
    const given = pacer.run(async () => ok(), { signal: stop.signal });
    const kept = pacer.run(async () => ok());
    stop.abort(new Error('stop'));
    await expect(given).rejects.toThrow('stop');
    expect((await clock.run(kept)).status).toBe(200);
    const last = pacer.run(async () => ok(), { signal: AbortSignal.abort(new Error('late')) });
    await expect(last).rejects.toThrow('late');
    expect(clock.sleepers).toBe(0);
  });

  test('a clock that is set back makes no one wait longer', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 1, clock });
    await pacer.run(async () => ok());
    clock.set(clock.now() - 3_600_000);
    const before = clock.now();
    await clock.run(pacer.run(async () => ok()));
    expect(clock.now() - before).toBe(WINDOW_MS + PACE_MARGIN_MS);
  });
});

describe('what answers tell', () => {
  test.each<[string, number | null, Record<string, string>, number | null]>([
    ['less is heeded', 30, { 'x-ratelimit-limit': '10' }, 10],
    ['more is not', 30, { 'x-ratelimit-limit': '300' }, 30],
    ['none is not', 30, { 'x-ratelimit-limit': 'none' }, 30],
    ['our own service is believed: more', 30, { 'x-ratelimit-limit': '300', 'x-reach-service': '0.1.0' }, 300],
    ['our own service is believed: none', 30, { 'x-ratelimit-limit': 'none', 'x-reach-service': '0.1.0' }, null],
    ['a limit where none was known', null, { 'x-ratelimit-limit': '7' }, 7],
    ['the first of a list', 30, { 'x-ratelimit-limit': '20, 20;w=60' }, 20],
    ['0 is no limit to live with', 30, { 'x-ratelimit-limit': '0' }, 30],
    ['nonsense', 30, { 'x-ratelimit-limit': 'many' }, 30],
    ['nothing', 30, {}, 30],
  ])('limit: %s', async (_, perMinute, headers, limit) => {
    const pacer = new Pacer({ perMinute, clock: virtualClock() });
    await pacer.run(async () => ok(headers));
    expect(pacer.state.limit).toBe(limit);
  });

  test('a lower limit holds from then on', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 30, clock });
    await pacer.run(async () => ok({ 'x-ratelimit-limit': '2' }));
    const startedAt = clock.now();
    const at: number[] = [];
    const send = () =>
      pacer.run(async () => {
        at.push(clock.now() - startedAt);
        return ok();
      });
    await clock.run(Promise.all([send(), send(), send()]));
    expect(at).toEqual([0, WINDOW_MS + PACE_MARGIN_MS, WINDOW_MS + PACE_MARGIN_MS]);
  });

  test.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '17' }, 17_000],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT', date: 'Thu, 01 Jan 2026 00:00:05 GMT' }, 15_000],
    ['nothing', {}, 4_000],
  ])('a refusal pauses all: %s', async (_, headers, pauseMs) => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 30, clock });
    const startedAt = clock.now();
    const first = pacer.run(async () => busy(headers));
    await first;
    const all = Promise.all([1, 2, 3].map(() => pacer.run(async () => ok())));
    await clock.run(all);
    expect(clock.now() - startedAt).toBe(pauseMs);
    expect(pacer.state).toEqual({ limit: 30, windowMs: WINDOW_MS, sent: 4, refused: 1 });
  });

  test('a rate of the user is kept, whatever the service says of limits; a refusal still pauses', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 30, override: { requests: 2, windowMs: 10_000 }, clock });
    await pacer.run(async () => busy({ 'x-ratelimit-limit': '1', 'retry-after': '30' }));
    const startedAt = clock.now();
    const at: number[] = [];
    const send = () =>
      pacer.run(async () => {
        at.push(clock.now() - startedAt);
        return ok({ 'x-ratelimit-limit': '1' });
      });
    await clock.run(Promise.all([send(), send(), send()]));
    expect(at).toEqual([30_000, 30_000, 40_050]);
  });
});

test.each<[string, ReturnType<typeof parseRate>]>([
  ['30/60s', { requests: 30, windowMs: 60_000 }],
  ['100/1m', { requests: 100, windowMs: 60_000 }],
  ['5/s', { requests: 5, windowMs: 1_000 }],
  [' 10/0.5s ', { requests: 10, windowMs: 500 }],
  ['1/250ms', { requests: 1, windowMs: 250 }],
  ['0/60s', null],
  ['30', null],
  ['30/60', null],
  ['30/0s', null],
  ['30/60d', null],
  ['-3/60s', null],
])('parseRate(%j)', (text, rate) => {
  expect(parseRate(text)).toEqual(rate);
});

describe('going on where another process was killed', () => {
  test('places it has used are free again a window after their answers', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 3, clock });
    pacer.resume({ limit: 3, answeredAt: [clock.now() - 10_000, clock.now() - 50_000, clock.now() - 70_000] });
    const began = clock.now();
    const went: number[] = [];
    const ask = async () => {
      went.push(clock.now() - began);
      return ok();
    };
    await clock.run(Promise.all([1, 2, 3, 4].map(() => pacer.run(ask))));
    expect(went).toEqual([0, 10_000 + PACE_MARGIN_MS, 50_000 + PACE_MARGIN_MS, WINDOW_MS + PACE_MARGIN_MS]);
  });

  test('under the limit it had learnt; the user’s own rate stays', async () => {
    const clock = virtualClock();
    const learnt = new Pacer({ perMinute: 3, clock });
    learnt.resume({ limit: null, answeredAt: [clock.now(), clock.now(), clock.now()] });
    expect(learnt.state.limit).toBe(null);
    const own = new Pacer({ perMinute: 3, override: { requests: 5, windowMs: 1000 }, clock });
    own.resume({ limit: null, answeredAt: [] });
    expect(own.state.limit).toBe(5);
    const unknown = new Pacer({ perMinute: 3, clock });
    unknown.resume({ answeredAt: [clock.now()] });
    expect(unknown.state.limit).toBe(3);
  });
});
