import { describe, expect, test } from 'vitest';
import { PACE_MARGIN_MS, Pacer } from '../../../src/client/retry/pacer.ts';
import { NetworkError } from '../../../src/client/transport/transport.ts';
import type { WireResponse } from '../../../src/contract/wire.ts';
import { type VirtualClock, virtualClock } from '../../clock.ts';
import { busy, ok, WINDOW_MS } from './answers.ts';

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

  test('a wait of a second or more is reported once, to the one whose turn is next', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 2, clock });
    const input: string[] = [];
    const send = (name: string) => pacer.run(async () => ok(), { onWait: (ms) => input.push(`${name} ${ms}`) });
    await clock.run(Promise.all(['a', 'b', 'c', 'd', 'e'].map(send)));
    expect(input).toEqual([`c ${WINDOW_MS + PACE_MARGIN_MS}`, `e ${WINDOW_MS + PACE_MARGIN_MS}`]);
  });

  test('giving up while waiting leaves the others their turn, and no alarm behind', async () => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute: 1, clock });
    const stop = new AbortController();
    await pacer.run(async () => ok());
    const supplied = pacer.run(async () => ok(), { signal: stop.signal });
    const kept = pacer.run(async () => ok());
    stop.abort(new Error('stop'));
    await expect(supplied).rejects.toThrow('stop');
    expect((await clock.run(kept)).status).toBe(200);
    const last = pacer.run(async () => ok(), { signal: AbortSignal.abort(new Error('late')) });
    await expect(last).rejects.toThrow('late');
    expect(clock.sleepers).toBe(0);
  });

  test.each([
    ['leaves a place taken as long as it was', 1, false, {}, WINDOW_MS + PACE_MARGIN_MS],
    ['before the answer leaves its place taken as long', 1, true, {}, WINDOW_MS + PACE_MARGIN_MS],
    ['leaves the pause after a refusal as long as it was', null, false, { 'retry-after': '30' }, 30_000],
  ])('a clock that is set back %s', async (_, perMinute, isBefore, headers, waited) => {
    const clock = virtualClock();
    const pacer = new Pacer({ perMinute, clock });
    const setBack = () => clock.set(clock.now() - 3_600_000);
    await pacer.run(async () => {
      if (isBefore) setBack();
      return perMinute === null ? busy(headers) : ok();
    });
    if (!isBefore) setBack();
    const before = clock.now();
    await clock.run(pacer.run(async () => ok()));
    expect(clock.now() - before).toBe(waited);
  });

  test('a wait of less than a second is not reported, one of a second is', async () => {
    for (const [seconds, reports] of [
      ['0.999', []],
      ['1', [1000]],
    ] as const) {
      const clock = virtualClock();
      const pacer = new Pacer({ perMinute: null, clock });
      await pacer.run(async () => busy({ 'retry-after': seconds }));
      const waits: number[] = [];
      await clock.run(pacer.run(async () => ok(), { onWait: (ms) => waits.push(ms) }));
      expect(waits).toEqual(reports);
    }
  });
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
    expect(learnt.state).toMatchObject({ limit: null, learnt: null });
    const own = new Pacer({ perMinute: 3, override: { requests: 5, windowMs: 1000 }, clock });
    own.resume({ limit: null, answeredAt: [] });
    expect([own.state.limit, own.state.learnt]).toEqual([5, undefined]);
    const unknown = new Pacer({ perMinute: 3, clock });
    unknown.resume({ answeredAt: [clock.now()] });
    expect([unknown.state.limit, unknown.state.learnt]).toEqual([3, undefined]);
  });
});
