import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedClock, durationMs, type VirtualClock, virtualNow } from '../../../../src/service/core/clock.ts';
import { folderForTest } from '../../../folder.ts';
import { worldForEachTest, worldForTest } from '../../../opened.ts';
import { EPOCH, openWorld, TRANSPORTS } from '../../world.ts';

const HOUR = 3_600_000;

describe.each(TRANSPORTS)('over %s', (transport) => {
  const world = worldForEachTest({ transport });

  const change = (body: object) => world.control('POST', '/_local/clock', body);
  const refused = async (body: object) => {
    const headers = { 'x-admin-token': await world.service.adminToken() };
    const reply = await world.call('POST', '/_local/clock', { key: null, headers, body });
    return [reply.status, reply.body.message];
  };

  test('it runs with the real one until it is set otherwise', async () => {
    expect(await world.control('GET', '/_local/clock')).toEqual({
      now: '2026-11-21T09:00:00.000Z',
      frozen: false,
      offsetMs: 0,
    });
    world.clock.advance(HOUR);
    expect((await world.control('GET', '/_local/clock')).now).toBe('2026-11-21T10:00:00.000Z');
  });

  test('advance and set move it forward, and every answer is dated by it', async () => {
    expect(await change({ advance: '1.5d' })).toEqual({
      now: '2026-11-22T21:00:00.000Z',
      frozen: false,
      offsetMs: 36 * HOUR,
    });
    expect((await change({ set: '2026-12-01T09:00:00+02:00' })).now).toBe('2026-12-01T07:00:00.000Z');
    expect((await world.call('GET', '/v1/validate')).headers['date']).toBe('Tue, 01 Dec 2026 07:00:00 GMT');
  });

  test('frozen it is, may be moved, and continues from there when it runs again', async () => {
    await change({ freeze: true });
    world.clock.advance(5 * HOUR);
    expect(await change({ advance: '30m' })).toMatchObject({ now: '2026-11-21T09:30:00.000Z', frozen: true });
    expect(await change({ freeze: true })).toMatchObject({ now: '2026-11-21T09:30:00.000Z', frozen: true });
    expect(await change({ freeze: false })).toEqual({
      now: '2026-11-21T09:30:00.000Z',
      frozen: false,
      offsetMs: -4.5 * HOUR,
    });
    world.clock.advance(HOUR);
    expect((await world.control('GET', '/_local/clock')).now).toBe('2026-11-21T10:30:00.000Z');
  });

  test('400 for going back, for the year 10000 and for what is not a change', async () => {
    expect(await refused({ set: '2026-11-21T08:59:59Z' })).toEqual([
      400,
      'The clock can only be moved forward: it is already 2026-11-21T09:00:00.000Z',
    ]);
    expect(await refused({ advance: '9000000d' })).toEqual([400, 'The clock cannot be moved beyond the year 9999']);
    expect(await refused({ advance: '3 days' })).toEqual([400, 'advance: must be a duration such as 90s, 2h or 3d']);
    expect((await refused({}))[0]).toBe(400);
    expect((await refused({ freeze: true, advance: '1s' }))[0]).toBe(400);
  });
});

test('it moves to when the next work is due, at most until a moment', async () => {
  const world = await worldForTest({ empty: true });
  const until = (moment: string) => world.control('POST', '/_local/clock', { nextUntil: moment });
  const { work } = await world.control('GET', '/_local/status');
  expect((await until('2026-11-21T10:00:00Z')).now).toBe('2026-11-21T10:00:00.000Z');
  expect((await until('2099-01-01T00:00:00Z')).now).toBe(work.nextDueAt ?? '2099-01-01T00:00:00.000Z');
});

test('what is set up: senders, owners, the seed of random choices, and how many people react', async () => {
  const rates = { open: 0.48, click: 0.3, view: 0.7, accept: 0.38, complete: 0.85, reply: 0 };
  const world = await worldForTest({ empty: true });
  const people = (...names: string[]) => names.map((name) => ({ name, email: `${name.toLowerCase()}@x.example` }));
  const setup = (body: object) => world.control('POST', '/_local/setup', body);
  expect(await setup({ identities: people('Ada', 'Bo'), owners: people('Cleo'), seed: '7' })).toEqual({
    identities: 2,
    owners: 1,
    seed: '7',
    rates,
  });
  expect(await setup({ identities: people('Bo', 'Ada'), rates: { reply: 0.1 } })).toEqual({
    ...{ identities: 2, owners: 1, seed: '7' },
    rates: { ...rates, reply: 0.1 },
  });
  const { identities } = await world.done('GET', '/v1/identities');
  expect(identities.map(({ email }: { email: string }) => email)).toEqual(['ada@x.example', 'bo@x.example']);
});

test('the timeline has everything that happened, in order, page by page', async () => {
  const world = await worldForTest({ empty: false });
  await world.control('POST', '/_local/clock', { advance: '3d' });
  const read = (query: object) => world.call('GET', '/_local/timeline', { query: { ...query } });
  const headers = { 'x-admin-token': await world.service.adminToken() };
  const all = await world.done('GET', '/_local/timeline', { key: null, headers });
  const moments = all.events.map(({ at }: { at: string }) => at);
  expect(moments).toEqual(moments.toSorted());
  expect(new Set(all.events.map(({ key }: { key: string }) => key)).size).toBe(all.events.length);
  const [first] = all.events;
  const page = await world.call('GET', '/_local/timeline', { key: null, headers, query: { page: 1, pageSize: 1 } });
  expect(page.body.data).toMatchObject({ events: [first], hasNextPage: true });
  expect((await read({})).status).toBe(403);
});

test('the clock of a folder is the same for every service on it, and after a restart', async () => {
  const data = folderForTest();
  const [a, b] = [await openWorld({ data }), await openWorld({ data })];
  await a.control('POST', '/_local/clock', { advance: '2h' });
  expect((await b.control('GET', '/_local/clock')).now).toBe('2026-11-21T11:00:00.000Z');
  await a.close();
  await b.close();
  const later = await worldForTest({ data });
  expect((await later.control('GET', '/_local/clock')).now).toBe('2026-11-21T11:00:00.000Z');
});

test.each([
  ['1ms', 1],
  ['90s', 90_000],
  ['1.5h', 5_400_000],
  ['3d', 259_200_000],
  ['0s', 0],
])('%s is %i ms', (text, ms) => expect(durationMs(text)).toBe(ms));

test('whatever happens to it, the clock never goes back', () => {
  const change = fc.oneof(
    fc.record({ advance: fc.nat(100_000).map((ms) => `${ms}ms`) }),
    fc.record({
      set: fc
        .date({ min: new Date(EPOCH), max: new Date(EPOCH + 1e10), noInvalidDate: true })
        .map((d) => d.toISOString()),
    }),
    fc.record({ freeze: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(change, fc.nat(10_000_000))), (steps) => {
      let real = EPOCH;
      let clock: VirtualClock = { offsetMs: 0, frozenAt: null };
      let last = virtualNow(clock, real);
      for (const [input, passed] of steps) {
        real += passed;
        try {
          clock = changedClock(clock, input, real);
        } catch {}
        expect(virtualNow(clock, real)).toBeGreaterThanOrEqual(last);
        last = virtualNow(clock, real);
      }
    }),
  );
});
