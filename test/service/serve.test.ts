// A server that is told to stop ends in its drain time, whatever it is doing and whatever is queued.

import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sleep as realSleep } from '../../src/contract/timers.ts';
import { openStore } from '../../src/service/db/connection.ts';
import { serveService } from '../../src/service/serve.ts';
import { folderForTest } from '../folder.ts';
import { withBundled } from './bundled.ts';
import { withFolder } from './world.ts';

const PROCESSES = {
  pid: process.pid,
  pidSpace: 'test',
  alive: () => true,
  startOf: (pid: number) => `start of ${pid}`,
};

const nodeMajor = Number(process.versions.node.split('.')[0]);

/** Waits under way: each would keep the process running. */
function countedSleep() {
  const waits = { open: 0 };
  const sleep = async (ms: number, signal?: AbortSignal) => {
    waits.open += 1;
    await realSleep(ms, signal).finally(() => {
      waits.open -= 1;
    });
  };
  return { waits, sleep };
}

test('requests that wait for a minute, that queue, and that wait for a lock', { timeout: 50_000 }, async () => {
  await withBundled({ worker: 'src/service/worker.ts' }, (built) =>
    withFolder(async (data) => {
      const { waits, sleep } = countedSleep();
      const bugs: unknown[] = [];
      const server = await serveService(
        {
          data,
          version: '0.0.0-test',
          now: Date.now,
          sleep,
          random: Math.random,
          rateLimits: 'off',
          lockWaitMs: 600_000,
          isControlOpen: true,
          workerFile: join(built, 'worker.js'),
          onBug: (error) => bugs.push(error),
        },
        { host: '127.0.0.1', port: 0, drainMs: 100, processes: PROCESSES, sleep },
      );
      const ask = (method: string, path: string, body?: unknown) =>
        fetch(server.url + path, {
          method,
          headers: { 'x-api-key': server.key, 'x-admin-token': server.adminToken, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }).then(
          ({ status }) => status,
          () => 'cut',
        );
      expect(await ask('POST', '/_local/faults', { endpoint: 'lists.list', latencyMs: 60_000 })).toBe(200);
      const lock = await openStore(join(data, 'reach.db'), nodeMajor);
      let unlock = () => {};
      const held = new Promise<void>((locked) => {
        void lock.write(
          () =>
            new Promise<void>((done) => {
              unlock = done;
              locked();
            }),
        );
      });
      await held;
      const answers = Promise.all([
        ask('GET', '/v1/lists'),
        ...Array.from({ length: 20 }, () => ask('GET', '/v1/contacts/duplicates?fields=fullName')),
        ...Array.from({ length: 20 }, (_, at) => ask('POST', '/v1/lists', { name: `L${at}`, entity: 'CONTACT' })),
      ]);
      await realSleep(50);
      await server.close();
      expect(waits.open).toBe(0);
      expect((await answers).filter((answer) => ![200, 503, 'cut'].includes(answer))).toEqual([]);
      unlock();
      await lock.close();
      expect(bugs).toEqual([]);
    }),
  );
});

/** What a start finds: another process with this pid, of this start, in this pid space. */
async function startBeside(holder: object, beat?: (path: string) => void): Promise<string> {
  return withFolder(async (data) => {
    const { sleep } = countedSleep();
    const path = join(data, 'serve.lock');
    writeFileSync(path, JSON.stringify({ url: null, ...holder }));
    const start = { data, version: '0', now: Date.now, random: Math.random, rateLimits: 'off', empty: true } as const;
    const slow = async (ms: number, signal?: AbortSignal) => {
      beat?.(path);
      await sleep(Math.min(ms, 2), signal);
    };
    const alive = (pid: number) => pid === 77 || pid === process.pid;
    const options = { host: '127.0.0.1', port: 0, drainMs: 100, processes: { ...PROCESSES, alive }, sleep: slow };
    return serveService({ ...start, sleep }, options).then(
      async (server) => {
        await server.close();
        return 'starts';
      },
      (error: unknown) => (error instanceof Error ? error.name : String(error)),
    );
  });
}

test.each([
  ['a process that runs', { pid: 77, start: 'start of 77', pidSpace: 'test' }, 'FolderHeld'],
  ['one that does not', { pid: 78, start: 'start of 78', pidSpace: 'test' }, 'starts'],
  ['its pid, used again by another process', { pid: 77, start: 'before', pidSpace: 'test' }, 'starts'],
  ['our own pid: every container has the same one', { pid: process.pid, start: 'x', pidSpace: 'test' }, 'starts'],
  ['another container, killed', { pid: 77, start: 'x', pidSpace: 'other' }, 'starts'],
  ['a version that recorded the pid alone', { pid: 77 }, 'FolderHeld'],
])('a folder that is claimed by %s', async (_, holder, outcome) => expect(await startBeside(holder)).toBe(outcome));

test('another container whose heart beats holds the folder', async () => {
  let beats = 1;
  const beat = (path: string) => {
    beats += 1;
    utimesSync(path, beats, beats);
  };
  expect(await startBeside({ pid: 77, start: 'x', pidSpace: 'other' }, beat)).toBe('FolderHeld');
});

test('a start that fails behind the port gives everything back', async () => {
  const data = folderForTest();
  const { waits, sleep } = countedSleep();
  const start = {
    data,
    version: '0',
    now: Date.now,
    sleep,
    random: Math.random,
    rateLimits: 'off',
    empty: true,
  } as const;
  const options = { host: '127.0.0.1', drainMs: 100, processes: PROCESSES, sleep };
  const first = await serveService(start, { ...options, port: 0 });
  await first.close();
  const port = Number(new URL(first.url).port);
  const noPages = serveService(start, { ...options, port, pageAssets: join(data, 'none') });
  await expect(noPages).rejects.toThrow(/ENOENT/);
  expect(waits.open).toBe(0);
  const again = await serveService(start, { ...options, port });
  expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
  await again.close();
});
