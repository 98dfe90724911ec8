import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Store, StoreUnreachable } from '../../../src/service/core/store.ts';
import { inProcess } from '../../../src/service/in-process.ts';
import { keepWorking } from '../../../src/service/jobs/keep-working.ts';
import { takeJob } from '../../../src/service/jobs/queries/jobs.ts';
import { keepOnThread } from '../../../src/service/jobs/thread.ts';
import { outageOnceAMinute } from '../../../src/service/place.ts';
import { type VirtualClock, virtualClock } from '../../clock.ts';
import { worldForTest } from '../../opened.ts';
import { withBundled } from '../bundled.ts';
import { EPOCH, openWorld } from '../world.ts';
import { noted, queue, SAYER } from './performing.ts';

/** Work needs turns of the event loop, not time. */
async function turns(clock: VirtualClock): Promise<void> {
  for (let n = 0; n < 10; n += 1) await clock.advance(0);
}

describe('continuous work', () => {
  test('waits for what falls due next, or for a word; finishes what is under way', async () => {
    const clock = virtualClock({ now: EPOCH });
    const world = await worldForTest({ performers: SAYER, now: () => clock.now(), sleep: clock.sleep });
    await queue(world, { dueAt: EPOCH, payload: { say: 'now' } });
    await queue(world, { dueAt: EPOCH + 300, payload: { say: 'soon' } });
    const keeper = await world.service.keepWorking();
    await turns(clock);
    expect(await noted(world)).toEqual(['now 09:00:00.000']);
    await clock.advance(300);
    await turns(clock);
    expect(await noted(world)).toEqual(['now 09:00:00.000', 'soon 09:00:00.300']);
    await queue(world, { dueAt: EPOCH, payload: { say: 'woken' } });
    keeper.wake();
    await turns(clock);
    expect((await noted(world)).at(-1)).toBe('woken 09:00:00.300');
    await queue(world, { dueAt: EPOCH, payload: { say: 'found' } });
    await clock.advance(500);
    await turns(clock);
    expect((await noted(world)).at(-1)).toBe('found 09:00:00.800');
    await keeper.close();
    expect(clock.sleepers).toBe(0);
  });

  test('after an error of the store it tries again, at first soon, then less and less often', async () => {
    const clock = virtualClock({ now: EPOCH });
    const world = await worldForTest({ performers: SAYER });
    const tries: number[] = [];
    let isAway = true;
    const store: Store = {
      ...world.service.store,
      write: async (work, ...more) => {
        tries.push(clock.now() - EPOCH);
        if (isAway) throw new StoreUnreachable('ECONNREFUSED');
        return world.service.store.write(work, ...more);
      },
    };
    await queue(world, { dueAt: EPOCH, payload: { say: 'back' } });
    const environment = { store, take: takeJob, performers: SAYER, onBug: () => {} };
    const keeper = keepWorking(environment, { realNow: () => clock.now(), sleep: clock.sleep });
    for (let n = 0; n < 80; n += 1) {
      await clock.advance(100);
      await turns(clock);
    }
    expect(tries.map((at) => Math.round(at / 100) / 10)).toEqual([0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.2, 7.2]);
    isAway = false;
    await clock.advance(2_000);
    // However many turns of the event loop an answer of the store takes.
    for (let n = 0; n < 1_000 && (await noted(world)).length === 0; n += 1) await turns(clock);
    expect(await noted(world)).toHaveLength(1);
    await clock.run(keeper.close());
  });

  test('while the database is away it says so once a minute, without a stack; a bug each time', async () => {
    const clock = virtualClock({ now: EPOCH });
    const reports: unknown[] = [];
    const report = outageOnceAMinute(
      () => clock.now(),
      (error, what) => reports.push([(clock.now() - EPOCH) / 1000, what, error]),
    );
    const bug = new Error('a bug');
    for (let second = 0; second < 130; second += 1) {
      report(new StoreUnreachable('ECONNREFUSED'), 'the background work');
      if (second === 70) report(bug, 'a job');
      await clock.advance(1_000);
    }
    const away = 'the database cannot be reached (ECONNREFUSED); it is tried again until it answers';
    expect(reports).toEqual([
      [0, 'the background work', away],
      [60, 'the background work', away],
      [70, 'a job', bug],
      [120, 'the background work', away],
    ]);
  });

  test('on the built thread', async () => {
    await withBundled({ worker: 'src/service/worker.ts' }, async (folder) => {
      const workerFile = join(folder, 'worker.js');
      const world = await openWorld({
        workerFile,
        sleep: (_, signal) => new Promise((_ok, no) => signal?.addEventListener('abort', no)),
      });
      let received = (): void => {};
      const input = new Promise<void>((resolve) => {
        received = resolve;
      });
      world.bugs.push = (...bugs) => {
        received();
        return Array.prototype.push.apply(world.bugs, bugs);
      };
      await queue(world, { kind: 'unheard', dueAt: 0 });
      const keeper = await world.service.keepWorking();
      await input;
      expect(String(world.bugs[0])).toContain('no performer for jobs of kind unheard');
      await keeper.close();
      await world.close();
    });
  });

  test('a thread that dies is replaced after a while, and asked to stop', async () => {
    const clock = virtualClock();
    const input: string[] = [];
    const exits: (() => void)[] = [];
    const spawn = () => ({
      postMessage: (word: string) => {
        input.push(`${exits.length} ${word}`);
        if (word === 'stop') exits.at(-1)?.();
      },
      on: (event: string, received: (supplied: never) => void) => {
        if (event === 'exit') exits.push(() => received(undefined as never));
      },
      terminate: async () => {},
    });
    const keeper = keepOnThread({ spawn, sleep: clock.sleep, onBug: () => {} });
    keeper.wake();
    exits[0]?.();
    await clock.advance(999);
    keeper.wake();
    expect(exits).toHaveLength(1);
    await clock.advance(1);
    keeper.wake();
    await keeper.close();
    expect(input).toEqual(['1 wake', '2 wake', '2 stop']);
  });
});

describe('in-process', () => {
  const open = async () => {
    const clock = virtualClock({ now: EPOCH });
    const world = await openWorld({ performers: SAYER, now: () => clock.now() });
    const interrupt = new AbortController();
    const message: string[] = [];
    const local = inProcess(world.service, {
      interrupt: interrupt.signal,
      sleep: clock.sleep,
      note: (text) => void message.push(text),
    });
    const ask = () => local.handle({ method: 'GET', path: '/v1/validate', headers: {}, body: null });
    return { clock, world, interrupt, said: message, local, ask };
  };

  test('what a former process left is carried on behind the first request, and silently finished', async () => {
    const { world, local, ask, said: message } = await open();
    for (const say of ['a', 'b']) await queue(world, { dueAt: EPOCH, payload: { say } });
    await ask();
    await local.settle();
    expect((await noted(world)).map((line) => String(line)[0])).toEqual(['a', 'b']);
    expect(message).toEqual([]);
    await world.close();
  });

  test('it says what it does after a second; interrupted, it leaves the rest', async () => {
    const { clock, world, interrupt, local, ask, said: message } = await open();
    for (let n = 0; n < 500; n += 1) await queue(world, { dueAt: EPOCH, payload: { say: n } });
    await ask();
    const settled = local.settle();
    await clock.advance(1_000);
    expect(message).toEqual(['finishing background work; Ctrl-C leaves it to the next command, or to reach serve']);
    interrupt.abort();
    await settled;
    expect(message.at(-1)).toBe('background work is left to the next command, or to reach serve');
    const left = 500 - (await noted(world)).length;
    expect(left).toBeGreaterThan(0);
    expect((await world.work()).performed).toBe(left);
    await world.close();
  });

  test('trouble with the store ends it with a word, and not the command', async () => {
    const { world, local, ask, said: message } = await open();
    await queue(world, { dueAt: EPOCH, payload: { say: 'a' } });
    const { write } = world.service.store;
    Object.assign(world.service.store, {
      write: async () => {
        throw new Error('database or disk is full');
      },
    });
    expect('status' in (await ask())).toBe(true);
    await local.settle();
    expect(message).toEqual(['background work stopped: database or disk is full']);
    Object.assign(world.service.store, { write });
    expect(await world.work()).toEqual({ performed: 1, failed: 0, isUnfinished: false });
    await world.close();
  });
});
