import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tx } from '../../../src/service/core/sql.ts';
import type { Store } from '../../../src/service/core/store.ts';
import { cancelJobs, takeJob } from '../../../src/service/jobs/queries/jobs.ts';
import { type Performers, performNext, TURNS_MAX } from '../../../src/service/jobs/work.ts';
import { folderForTest } from '../../folder.ts';
import { worldForEachTest } from '../../opened.ts';
import { isPostgres } from '../engine.ts';
import { EPOCH, openWorld } from '../world.ts';
import { pendingJobs } from './pending.ts';
import { note, noted, queue, queueOf, SAYER } from './performing.ts';

const world = worldForEachTest({ performers: SAYER });

const pending = async () =>
  (await world.service.store.read((tx) => pendingJobs(tx, 'say'))).map(({ payload, dueAt, attempts }) => [
    payload['say'],
    dueAt - EPOCH,
    attempts,
  ]);

describe('working off', () => {
  test('what is due is done in order of its moment, then of its coming; late work happens now', async () => {
    await queue(world, { dueAt: EPOCH - 5, payload: { say: 'b' } });
    await queue(world, { dueAt: EPOCH - 9, payload: { say: 'a' } });
    await queue(world, { dueAt: EPOCH - 5, payload: { say: 'c' } });
    await queue(world, { dueAt: EPOCH + 1, payload: { say: 'later' } });
    expect(await world.work()).toEqual({ performed: 3, failed: 0, isUnfinished: false });
    expect(await noted(world)).toEqual(['a 09:00:00.000', 'b 09:00:00.000', 'c 09:00:00.000']);
    expect(await pending()).toEqual([['later', 1, 0]]);
    expect(await world.work()).toEqual({ performed: 0, failed: 0, isUnfinished: false });
  });

  test('of one key one job waits: the later word counts; a key is cancelled', async () => {
    for (const [key, say] of [
      ['1', 'a'],
      ['1', 'b'],
      ['2', 'c'],
    ] as const)
      await queue(world, { key, dueAt: EPOCH, payload: { say } });
    const cancel = (key: string) => world.service.store.write((tx) => cancelJobs(queueOf(tx), 'say', key));
    expect((await pending()).map(([say]) => say)).toEqual(['b', 'c']);
    expect([await cancel('2'), await cancel('2')]).toEqual([1, 0]);
    expect((await pending()).map(([say]) => say)).toEqual(['b']);
  });

  test('one that asks for more comes after those that wait already', async () => {
    await queue(world, { dueAt: EPOCH, payload: { say: 'long', again: [0, EPOCH + 50] } });
    await queue(world, { dueAt: EPOCH, payload: { say: 'short' } });
    await world.work();
    expect((await noted(world)).map((line) => String(line).split(' ')[0])).toEqual(['long', 'short', 'long']);
    expect(await pending()).toEqual([['long', 50, 0]]);
  });

  test('progress is reported after each, and a signal ends it after the one under way', async () => {
    for (const say of ['a', 'b', 'c']) await queue(world, { dueAt: EPOCH, payload: { say } });
    const interrupt = new AbortController();
    const input: unknown[] = [];
    const onProgress = (worked: unknown): void => {
      input.push(worked);
      if (input.length === 2) interrupt.abort();
    };
    await world.work({ signal: interrupt.signal, onProgress });
    expect(input).toEqual([
      { performed: 1, failed: 0 },
      { performed: 2, failed: 0 },
    ]);
    expect((await pending()).map(([say]) => say)).toEqual(['c']);
  });
});

describe('failures', () => {
  test('a performer that throws is rolled back and tried again later and later, then given up; the others continue', async () => {
    await queue(world, { dueAt: EPOCH, payload: { say: 'bad', fail: true, next: { say: 'never' } } });
    await queue(world, { dueAt: EPOCH, payload: { say: 'good' } });
    expect(await world.work()).toEqual({ performed: 1, failed: 1, isUnfinished: false });
    expect(await noted(world)).toEqual(['good 09:00:00.000']);
    const waits: unknown[] = [];
    for (let left = await pending(); left.length > 0; left = await pending()) {
      const [, at, attempts] = left[0] ?? [];
      waits.push([at, attempts]);
      world.clock.advance(Number(at) - (world.clock.now() - EPOCH));
      await world.work();
    }
    expect(waits).toEqual([
      [1_000, 1],
      [11_000, 2],
      [71_000, 3],
      [671_000, 4],
    ]);
    expect(await noted(world, 'failed')).toEqual(['bad: bad went wrong']);
    const [kept] = await world.service.store.read((tx) =>
      tx.all('select failed_at as failedAt, last_error as error, attempts from jobs'),
    );
    expect(kept).toEqual({ failedAt: EPOCH + 671_000, error: 'bad went wrong', attempts: 5 });
    await queue(world, { dueAt: EPOCH + 3_600_000, payload: { say: 'later' } });
    expect((await world.control('GET', '/_local/status')).work).toEqual({
      waiting: 1,
      due: 0,
      lateMs: 0,
      nextDueAt: '2026-11-21T10:00:00.000Z',
      failed: 1,
      lastFailed: [{ kind: 'say', at: '2026-11-21T09:11:11.000Z', error: 'bad went wrong' }],
    });
    expect(world.bugs.splice(0)).toHaveLength(5);
  });

  test('a kind no one performs fails and stops nothing', async () => {
    await queue(world, { kind: 'unheard', dueAt: EPOCH });
    await queue(world, { dueAt: EPOCH, payload: { say: 'good' } });
    expect(await world.work()).toEqual({ performed: 1, failed: 1, isUnfinished: false });
    expect(String(world.bugs.splice(0))).toBe('Error: no performer for jobs of kind unheard');
  });

  test('work that asks for more at once for ever is given up', async () => {
    await queue(world, { dueAt: EPOCH, payload: { say: 'loop' } });
    await world.service.store.write((tx) => tx.run('update jobs set turns = ?', TURNS_MAX));
    await world.service.store.write((tx) =>
      tx.run('update jobs set payload = ?', JSON.stringify({ say: 'loop', next: { say: 'next' } })),
    );
    expect(await world.work()).toEqual({ performed: 1, failed: 1, isUnfinished: false });
    expect(await noted(world, 'failed')).toEqual([
      `next: job of kind say was continued ${TURNS_MAX} times at 2026-11-21T09:00:00.000Z without time passing: it does not end`,
    ]);
    expect(world.bugs.splice(0)).toHaveLength(1);
  });
});

/** A store whose work throws at the n-th statement, or just before it would commit: what a process that dies leaves. */
function dyingAt(store: Store, n: number): Store {
  let left = n;
  const die = (): void => {
    left -= 1;
    if (left === 0) throw new Error('killed');
  };
  const alive = <T>(go: () => T): T => {
    die();
    return go();
  };
  const counted = (tx: Tx): Tx => ({
    ...tx,
    all: (...supplied) => alive(() => tx.all(...supplied)),
    one: (...supplied) => alive(() => tx.one(...supplied)),
    ids: (...supplied) => alive(() => tx.ids(...supplied)),
    run: (...supplied) => alive(() => tx.run(...supplied)),
    runRows: (...supplied) => alive(() => tx.runRows(...supplied)),
    addText: (...supplied) => alive(() => tx.addText(...supplied)),
    removeText: (...supplied) => alive(() => tx.removeText(...supplied)),
  });
  return {
    ...store,
    write: (work) =>
      store.write(async (tx) => {
        const result = await work(counted(tx));
        die();
        return result;
      }),
  };
}

test('a process that dies at any statement loses nothing and duplicates nothing', async () => {
  const chain = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(chain, async (deaths) => {
      const own = await openWorld({ performers: SAYER });
      for (const say of ['a', 'b', 'c'])
        await queue(own, { dueAt: EPOCH, payload: { say, again: [0], next: { say: `${say}+` } } });
      const desk = { take: takeJob, performers: SAYER, onBug: () => {} };
      const choose = async () => ({ until: EPOCH, nowOf: async () => EPOCH });
      for (const death of deaths) {
        const store = dyingAt(own.service.store, death);
        // A killed process notes nothing: what it throws is the end of it, not a failure of the job.
        const dying = { ...desk, store: { ...store, write: once(store.write) } };
        for (let alive = true; alive; )
          alive = await performNext(dying, choose).then(
            (done) => done === 'done',
            () => false,
          );
      }
      await own.service.store.write((tx) => tx.run('update jobs set due_at = ?, attempts = 0', EPOCH));
      await own.work();
      const message = (await noted(own)).map((line) => String(line).split(' ')[0]).sort();
      expect(message).toEqual(['a', 'a', 'a+', 'a+', 'b', 'b', 'b+', 'b+', 'c', 'c', 'c+', 'c+']);
      await own.close();
    }),
    { numRuns: isPostgres ? 15 : 40 },
  );
});

/** After the first that failed the process is gone. */
function once(write: Store['write']): Store['write'] {
  let isGone = false;
  return async (work) => {
    if (isGone) throw new Error('gone');
    try {
      return await write(work);
    } catch (error) {
      isGone = true;
      throw error;
    }
  };
}

test('two engines on one file share the work', async () => {
  const data = folderForTest();
  const counting = (name: string): Performers => ({
    say: async () => ({ perform: async ({ payload }, { tx }) => note(tx, 'done', `${payload['say']} by ${name}`) }),
  });
  const [a, b] = [
    await openWorld({ data, performers: counting('a') }),
    await openWorld({ data, performers: counting('b') }),
  ];
  for (let n = 0; n < 40; n += 1) await queue(a, { dueAt: EPOCH, payload: { say: n } });
  const [one, other] = await Promise.all([a.work(), b.work()]);
  expect(one.performed + other.performed).toBe(40);
  expect(Math.min(one.performed, other.performed)).toBeGreaterThan(0);
  expect((await noted(a)).map((line) => Number(String(line).split(' ')[0]))).toEqual([...Array(40).keys()]);
  await a.close();
  await b.close();
});
