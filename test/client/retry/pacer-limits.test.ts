import { describe, expect, test } from 'vitest';
import { PACE_MARGIN_MS, Pacer, parseRate } from '../../../src/client/retry/pacer.ts';
import { type VirtualClock, virtualClock } from '../../clock.ts';
import { busy, ok, WINDOW_MS } from './answers.ts';

/** When each of three requests is sent, from now on. */
async function letGoAt(clock: VirtualClock, pacer: Pacer, headers: Record<string, string> = {}): Promise<number[]> {
  const startedAt = clock.now();
  const at: number[] = [];
  const send = () =>
    pacer.run(async () => {
      at.push(clock.now() - startedAt);
      return ok(headers);
    });
  await clock.run(Promise.all([send(), send(), send()]));
  return at;
}

describe('what answers say of limits', () => {
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
    expect(await letGoAt(clock, pacer)).toEqual([0, WINDOW_MS + PACE_MARGIN_MS, WINDOW_MS + PACE_MARGIN_MS]);
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
    expect(pacer.state).toEqual({ limit: 30, windowMs: WINDOW_MS });
  });

  test('a rate of the user is kept, whatever the service says of limits; a refusal still pauses', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 30, override: { requests: 2, windowMs: 10_000 }, clock });
    await pacer.run(async () => busy({ 'x-ratelimit-limit': '1', 'retry-after': '30' }));
    expect(await letGoAt(clock, pacer, { 'x-ratelimit-limit': '1' })).toEqual([30_000, 30_000, 40_050]);
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
  ['30/60s, 5/s', null],
  ['10/0.125s', { requests: 10, windowMs: 125 }],
  ['-3/60s', null],
])('parseRate(%j)', (text, rate) => expect(parseRate(text)).toEqual(rate));
