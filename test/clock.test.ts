import { expect, test } from 'vitest';
import { virtualClock } from './clock.ts';

test('sleepers wake in order of time, then of arrival, each seeing its own time', async () => {
  const clock = virtualClock({ now: 0 });
  const woken: string[] = [];
  const sleeper = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push(`${name}@${clock.now()}`);
  };
  void Promise.all([sleeper('b', 20), sleeper('a', 10), sleeper('c', 20), sleeper('now', 0), sleeper('late', 31)]);
  await clock.advance(30);
  expect(woken).toEqual(['now@0', 'a@10', 'b@20', 'c@20']);
  expect(clock.now()).toBe(30);
  expect(clock.sleepers).toBe(1);
});

test('a sleeper that sleeps again within the time advanced wakes again', async () => {
  const clock = virtualClock({ now: 0 });
  const ticks: number[] = [];
  void (async () => {
    for (;;) {
      await clock.sleep(10);
      // Long promise chains between two sleeps take no time.
      for (let link = 0; link < 50; link += 1) await Promise.resolve();
      ticks.push(clock.now());
    }
  })();
  await clock.advance(35);
  expect(ticks).toEqual([10, 20, 30]);
});

test('run moves time exactly as far as the work needs, and passes on its failure', async () => {
  const clock = virtualClock({ now: 0 });
  const work = async (outcome: string) => {
    await clock.sleep(60_000);
    await clock.sleep(5);
    if (outcome === 'bad') throw new Error('no');
    return outcome;
  };
  expect(await clock.run(work('good'))).toBe('good');
  expect(clock.now()).toBe(60_005);
  await expect(clock.run(work('bad'))).rejects.toThrow('no');
});

test('an aborted sleep rejects with the reason and leaves no sleeper behind', async () => {
  const clock = virtualClock();
  const controller = new AbortController();
  const slept = clock.sleep(1000, controller.signal);
  const reason = new Error('stop');
  controller.abort(reason);
  await expect(slept).rejects.toBe(reason);
  await expect(clock.sleep(1, controller.signal)).rejects.toBe(reason);
  expect(clock.sleepers).toBe(0);
});

test('while work outside continues, time is still', async () => {
  const clock = virtualClock({ now: 0 });
  let finish = () => {};
  const file = clock.outside(
    new Promise<number>((resolve) => {
      finish = () => resolve(clock.now());
    }),
  );
  const work = Promise.all([file, clock.sleep(1000).then(() => clock.now())]);
  // Far more turns of the event loop than `run` takes to look for the next sleeper.
  let turns = 0;
  const wait = () => (++turns < 200 ? void setImmediate(wait) : finish());
  wait();
  expect(await clock.run(work)).toEqual([0, 1000]);
});

test('the same seed gives the same chances', () => {
  const [a, b, c] = [virtualClock({ seed: 7 }), virtualClock({ seed: 7 }), virtualClock({ seed: 8 })];
  const of = (clock: { random(): number }) => Array.from({ length: 5 }, () => clock.random());
  const drawn = of(a);
  expect(of(b)).toEqual(drawn);
  expect(of(c)).not.toEqual(drawn);
  expect(drawn.every((one) => one >= 0 && one < 1)).toBe(true);
});
