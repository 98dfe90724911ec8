import { expect, test } from 'vitest';
import type { Store } from '../../../src/service/core/store.ts';
import { moveClock } from '../../../src/service/jobs/move-clock.ts';
import { takeJob } from '../../../src/service/jobs/queries/jobs.ts';
import { worldForEachTest } from '../../opened.ts';
import { EPOCH } from '../world.ts';
import { noted, queue, SAYER } from './performing.ts';

const world = worldForEachTest({ performers: SAYER });

const clock = (body: object) => world.control('POST', '/_local/clock', body);
/** By an hour, with a store and a time of the test's own. */
const moveBy = ({
  store = world.service.store,
  realNow = world.clock.now,
}: {
  store?: Store;
  realNow?: () => number;
}) =>
  moveClock(
    { store, take: takeJob, performers: SAYER, onBug: (error) => world.bugs.push(error) },
    { realNow, sleep: async () => {} },
    { advance: '1h' },
  );

test('each piece of work is done at its own moment, what it queues included; then the clock is at the target', async () => {
  await queue(world, { dueAt: EPOCH + 2_000, payload: { say: 'b', next: { say: 'b2' } } });
  await queue(world, { dueAt: EPOCH + 1_000, payload: { say: 'a', again: [EPOCH + 2_500, EPOCH + 3_600_000] } });
  await queue(world, { dueAt: EPOCH - 1_000, payload: { say: 'late' } });
  await queue(world, { dueAt: EPOCH + 7_200_000, payload: { say: 'not yet' } });
  expect(await clock({ advance: '1h' })).toEqual({
    now: '2026-11-21T10:00:00.000Z',
    frozen: false,
    offsetMs: 3_600_000,
  });
  expect(await noted(world)).toEqual([
    'late 09:00:00.000',
    'a 09:00:01.000',
    'b 09:00:02.000',
    'b2 09:00:02.000',
    'a 09:00:02.500',
    'a 10:00:00.000',
  ]);
});

test('the whole store is held for a step of the clock, not for each piece of work that is due by then', async () => {
  const { store } = world.service;
  const held: unknown[] = [];
  const watched: Store = {
    ...store,
    write: async (work, scope) => {
      const rows = await noted(world);
      const result = await store.write(work, scope);
      if ((await noted(world)).length > rows.length) held.push(scope ?? 'everything');
      return result;
    },
  };
  for (const at of [1_000, 2_000])
    for (let n = 0; n < 3; n += 1)
      await queue(world, { dueAt: EPOCH + at, payload: { say: `${at}-${n}`, again: [EPOCH + at] } });
  await moveBy({ store: watched });
  const step = ['everything', 'everything', 'job', 'job', 'job', 'job'];
  expect(held).toEqual([...step, ...step]);
  expect((await noted(world)).map((line) => String(line).split('-')[0])).toEqual([
    ...Array(6).fill('1000'),
    ...Array(6).fill('2000'),
  ]);
});

test('work that is due at one moment is done at that moment, however long it takes, and what follows it as well', async () => {
  for (let n = 0; n < 5; n += 1)
    await queue(world, { dueAt: EPOCH + 1_000, payload: { say: `${n}`, again: [EPOCH + 60_000] } });
  const realNow = (): number => {
    world.clock.advance(1);
    return world.clock.now();
  };
  await moveBy({ realNow });
  const times = (await noted(world)).map((line) => String(line).split(' ')[1]);
  expect(times).toEqual([...Array(5).fill('09:00:01.000'), ...Array(5).fill('09:01:00.000')]);
});

test('a frozen clock steps too, and stays frozen; while it is nothing falls due', async () => {
  await clock({ freeze: true });
  await queue(world, { dueAt: EPOCH + 60_000, payload: { say: 'a' } });
  world.clock.advance(3_600_000);
  expect(await world.work()).toEqual({ performed: 0, failed: 0, isUnfinished: false });
  expect(await clock({ set: '2026-11-21T09:05:00Z' })).toMatchObject({ now: '2026-11-21T09:05:00.000Z', frozen: true });
  expect(await noted(world)).toEqual(['a 09:01:00.000']);
});

test('a failure is tried again on the way', async () => {
  await queue(world, { dueAt: EPOCH + 1_000, payload: { say: 'bad', fail: true } });
  await clock({ advance: '1d' });
  expect(await noted(world, 'failed')).toEqual(['bad: bad went wrong']);
  expect(new Set(world.bugs.splice(0).map(String))).toEqual(new Set(['Error: bad went wrong']));
});
