// Who may go when: the lock between sending and looking, and work in order.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SharedLock } from '../../../src/cli/import/recover/shared-lock.ts';
import { type Defer, parallelMap } from '../../../src/cli/shared/parallel-map.ts';
import { virtualClock } from '../../clock.ts';
import { reachForEachTest } from '../../opened.ts';

describe('the lock', () => {
  const never = new AbortController().signal;

  test('many beside each other, or one alone, first come first served', async () => {
    const clock = virtualClock();
    const lock = new SharedLock();
    const log: string[] = [];
    const beside = async (name: string, ms: number) => {
      const leave = await lock.share(never);
      log.push(`${name} in`);
      await clock.sleep(ms);
      log.push(`${name} out`);
      leave();
    };
    const alone = (name: string, ms: number) =>
      lock.exclusively(async () => {
        log.push(`${name} alone`);
        await clock.sleep(ms);
        log.push(`${name} done`);
      }, never);
    await clock.run(Promise.all([beside('a', 20), beside('b', 10), alone('X', 5), beside('c', 5), alone('Y', 5)]));
    expect(log).toEqual(['a in', 'b in', 'b out', 'a out', 'X alone', 'X done', 'c in', 'c out', 'Y alone', 'Y done']);
  });
});

describe('work in order', () => {
  async function* from<T>(items: readonly T[]) {
    yield* items;
  }

  test('in the order of the stream, never more at once than allowed, whatever takes how long', async () => {
    const input = fc.record({
      times: fc.array(fc.nat(50), { maxLength: 30 }),
      parallel: fc.integer({ min: 1, max: 5 }),
      window: fc.integer({ min: 1, max: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(input, async ({ times, parallel, window }) => {
        const clock = virtualClock();
        let [underWay, most, held, mostHeld] = [0, 0, 0, 0];
        const work = async (at: number) => {
          underWay += 1;
          held += 1;
          most = Math.max(most, underWay);
          mostHeld = Math.max(mostHeld, held);
          await clock.sleep(times[at] ?? 0);
          underWay -= 1;
          return at;
        };
        const seen: number[] = [];
        const all = async () => {
          for await (const at of parallelMap(from([...times.keys()]), {
            parallel,
            window,
            work,
            isCancelled: () => false,
          })) {
            held -= 1;
            seen.push(at);
          }
        };
        await clock.run(all());
        expect(seen).toEqual([...times.keys()]);
        expect(most).toBeLessThanOrEqual(parallel);
        expect(mostHeld).toBeLessThanOrEqual(Math.max(window, 1));
      }),
    );
  });

  test('an item that waits leaves its place; with none to come from others it continues', async () => {
    const events: string[] = [];
    let tell = () => {};
    const known = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const work = async (item: number, defer: Defer) => {
      if (item <= 2) await defer(known);
      if (item === 4) await defer(new Promise(() => {}));
      if (item === 3) tell();
      events.push(`done ${item}`);
      return item;
    };
    const seen: number[] = [];
    const options = { parallel: 1, window: 9, work, isCancelled: () => false };
    for await (const item of parallelMap(from([1, 2, 3, 4, 5]), options)) seen.push(item);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect([events[0], events.at(-1)]).toEqual(['done 3', 'done 4']);
  });

  test('a stream that fails is reported after what came before it', async () => {
    async function* failing() {
      yield 1;
      yield 2;
      throw new Error('broken file');
    }
    const seen: number[] = [];
    const all = async () => {
      for await (const item of parallelMap(failing(), {
        parallel: 1,
        window: 9,
        work: async (one) => one,
        isCancelled: () => false,
      }))
        seen.push(item);
    };
    await expect(all()).rejects.toThrow('broken file');
    expect(seen).toEqual([1, 2]);
  });

  test('a piece that fails is reported once all others have ended', async () => {
    const clock = virtualClock();
    const ended: number[] = [];
    const seen: number[] = [];
    const work = async (item: number) => {
      await clock.sleep(item * 10);
      ended.push(item);
      if (item === 1 || item === 3) throw new Error(`broken ${item}`);
      return item;
    };
    const all = async () => {
      for await (const item of parallelMap(from([1, 2, 3, 4, 5]), {
        parallel: 3,
        window: 9,
        work,
        isCancelled: () => false,
      }))
        seen.push(item);
    };
    await expect(clock.run(all())).rejects.toThrow('broken 1');
    expect([ended, seen]).toEqual([[1, 2, 3], [2]]);
  });
});

describe('rows of one record', () => {
  const reach = reachForEachTest();

  test('go out behind every bulk with an earlier one, also behind one that is not the last', async () => {
    const row = (at: number, title = '') => `F${at},L${at},Acme,${title}`;
    const rows = [...Array.from({ length: 200 }, (_, at) => row(at)), row(5, 'CEO'), row(105, 'CFO')];
    reach.write('people.csv', ['First name,Last name,Company,Job title', ...rows, ''].join('\n'));
    const seen: string[] = [];
    const meanwhile = async (request: string) => {
      if (!request.endsWith('/bulk')) return;
      const bulk = seen.filter((one) => one.startsWith('in')).length + 1;
      seen.push(`in ${bulk}`);
      // The others could overtake the first one.
      for (let turns = 0; bulk === 1 && turns < 40; turns += 1) await new Promise((done) => setTimeout(done, 5));
      seen.push(`out ${bulk}`);
    };
    expect((await reach.clock.run(reach.run('contacts import people.csv --yes', { meanwhile }))).code).toBe(0);
    expect(seen).toEqual(['in 1', 'in 2', 'out 2', 'out 1', 'in 3', 'out 3']);
  });
});
