import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/service/core/context.ts';
import { heavyWork, type RowOutcome, type RowThread } from '../../../src/service/http/heavy.ts';
import type { RowRequest } from '../../../src/service/http/perform.ts';
import { folderForTest } from '../../folder.ts';
import { worldForTest } from '../../opened.ts';
import { bundledForAllTests } from '../bundled-once.ts';
import { never, openWorld } from '../world.ts';

const JOB: RowRequest = {
  group: 'contacts',
  name: 'duplicates',
  raw: { params: {}, query: '', body: null, contentType: undefined },
  principal: { workspaceId: 1, userId: 1, role: 'ADMIN', keyId: 1, keyName: 'admin', scopes: ['ALL'] },
  now: 0,
};
const job = (name: string): RowRequest => ({ ...JOB, name });

/** A thread in the host of the test. */
function fakeThread() {
  const listeners = new Map<string, (input: never) => void>();
  const input: string[] = [];
  let isEnded = false;
  const thread: RowThread = {
    postMessage: ({ name }) => void input.push(name),
    on: (event: string, received: (input: never) => void) => listeners.set(event, received),
    off: (event: string) => listeners.delete(event),
    terminate: async () => {
      isEnded = true;
    },
  };
  const tell = (event: string, what: unknown) => listeners.get(event)?.(what as never);
  return {
    thread,
    given: input,
    isEnded: () => isEnded,
    say: (outcome: RowOutcome) => tell('message', outcome),
    fail: (error: unknown) => tell('error', error),
    exit: () => tell('exit', undefined),
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('work on a thread', () => {
  test('jobs run one after the other on the same thread', async () => {
    const fake = fakeThread();
    const work = heavyWork({ spawn: () => fake.thread, deadlineMs: 1000, sleep: never });
    const [a, b] = [work.run(job('a')), work.run(job('b'))];
    await settled();
    expect(fake.given).toEqual(['a']);
    fake.say({ data: '1' });
    expect(await a).toBe('1');
    await settled();
    expect(fake.given).toEqual(['a', 'b']);
    fake.say({ data: '2' });
    expect(await b).toBe('2');
    await work.close();
    expect(fake.isEnded()).toBe(true);
  });

  test('requests are answered in their order, and those that come when too many wait are refused', async () => {
    const fake = fakeThread();
    const work = heavyWork({ spawn: () => fake.thread, deadlineMs: 1000, sleep: never });
    const of = (workspaceId: number, name: string) =>
      work.run({ ...job(name), principal: { ...JOB.principal, workspaceId } });
    const running = [of(1, 'a1'), of(1, 'a2'), of(1, 'a3'), of(2, 'b1'), of(3, 'c1')];
    for (let n = 0; n < running.length; n += 1) {
      await settled();
      fake.say({ data: String(n) });
    }
    await Promise.all(running);
    expect(fake.given).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
    const many = Array.from({ length: 300 }, (_, n) => of(1, String(n)).catch((error: Refusal) => error.code));
    await settled();
    void work.close();
    fake.exit();
    const codes = await Promise.all(many);
    expect(new Set(codes)).toEqual(new Set(['unavailable']));
  });

  test('while one that took too long has not ended, no other is started', async () => {
    let started = 0;
    let end = (): void => {};
    const sleep = async (): Promise<void> => {};
    const spawn = (): RowThread => {
      started += 1;
      return {
        ...fakeThread().thread,
        terminate: () =>
          new Promise<void>((ended) => {
            end = ended;
          }),
      };
    };
    const work = heavyWork({ spawn, deadlineMs: 30_000, sleep });
    const codes = (names: readonly string[]) =>
      Promise.all(names.map((name) => work.run(job(name)).catch((error: Refusal) => error.code)));
    expect(await codes(['a', 'b', 'c'])).toEqual(['timeout', 'unavailable', 'unavailable']);
    expect(started).toBe(1);
    end();
    expect(await codes(['d'])).toEqual(['timeout']);
    expect(started).toBe(2);
  });

  test('408 after the deadline; the thread is ended and the next job has a new one', async () => {
    const [slow, next] = [fakeThread(), fakeThread()];
    const threads = [slow.thread, next.thread];
    let expire = (): void => {};
    const sleep = (ms: number) =>
      new Promise<void>((resolve) => {
        expect(ms).toBe(30_000);
        expire = resolve;
      });
    const work = heavyWork({ spawn: () => threads.shift() ?? slow.thread, deadlineMs: 30_000, sleep });
    const late = work.run(job('late')).catch((error: unknown) => error);
    const waiting = work.run(job('waiting'));
    await settled();
    expire();
    const refusal = await late;
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: 'timeout',
      message: 'This took longer than 30 s and was stopped: try again later, or request less',
    });
    expect(slow.isEnded()).toBe(true);
    await settled();
    expect(next.given).toEqual(['waiting']);
    next.say({ data: 'ok' });
    expect(await waiting).toBe('ok');
  });

  test('a refusal crosses with its code and details, a bug with its text; the thread stays', async () => {
    const fake = fakeThread();
    const work = heavyWork({ spawn: () => fake.thread, deadlineMs: 1000, sleep: never });
    const outcomes = async (outcome: RowOutcome) => {
      const run = work.run(JOB).catch((error: unknown) => error);
      await settled();
      fake.say(outcome);
      return run;
    };
    expect(
      await outcomes({ refused: { code: 'not_found', message: 'no list 7', details: { listId: 7 } } }),
    ).toMatchObject({ code: 'not_found', message: 'no list 7', details: { listId: 7 } });
    const bug = await outcomes({ bug: 'TypeError: x' });
    expect([bug instanceof Refusal, String(bug)]).toEqual([false, 'Error: on the worker thread: TypeError: x']);
    expect(fake.isEnded()).toBe(false);
  });

  test('a thread that dies is replaced', async () => {
    const [dies, next] = [fakeThread(), fakeThread()];
    const threads = [dies.thread, next.thread];
    const work = heavyWork({ spawn: () => threads.shift() ?? dies.thread, deadlineMs: 1000, sleep: never });
    const first = work.run(JOB);
    await settled();
    dies.exit();
    await expect(first).rejects.toThrow('the worker thread ended');
    const second = work.run(JOB);
    await settled();
    next.say({ data: 'ok' });
    expect(await second).toBe('ok');
  });
});

describe('the built worker', () => {
  const built = bundledForAllTests({ worker: 'src/service/worker.ts' });
  const workerFile = () => join(built(), 'worker.js');
  const contact = { firstName: 'Ada', lastName: 'Lovelace', networkProfileUrl: 'https://network.example/in/ada' };

  test('an ephemeral service with a worker keeps its store in a folder that is gone afterwards', async () => {
    const folders = () => readdirSync(tmpdir()).filter((name) => /^reach-[A-Za-z0-9]{6}$/.test(name));
    const before = new Set(folders());
    const world = await openWorld({ workerFile: workerFile(), sleep: never });
    const [made] = folders().filter((name) => !before.has(name));
    expect((await world.call('POST', '/v1/contacts/bulk', { body: { contacts: [contact] } })).status).toBe(200);
    expect((await world.done('GET', '/v1/contacts')).total).toBe(1);
    await world.close();
    expect([made === undefined, existsSync(join(tmpdir(), made ?? ''))]).toEqual([false, false]);
  });

  test('other rows are answered while it works, and a restore and a reset reach it', async () => {
    const folder = folderForTest();
    const world = await worldForTest({ data: join(folder, 'data'), workerFile: workerFile(), sleep: never });
    const bulk = (first: string) =>
      world.call('POST', '/v1/contacts/bulk', { body: { contacts: [{ ...contact, firstName: first }] } });
    const answers = await Promise.all([bulk('A'), world.call('GET', '/v1/validate'), bulk('B')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const path = join(folder, 's.db');
    await world.control('POST', '/_local/snapshot', { path });
    await world.control('POST', '/_local/reset', { empty: true });
    expect((await bulk('C')).body.data.summary.created).toBe(1);
    await world.control('POST', '/_local/restore', { path });
    expect((await bulk('D')).body.data.summary).toEqual({ total: 1, created: 0, merged: 1, failed: 0 });
  });
});
