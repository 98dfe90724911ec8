// A server that is told to stop ends in its drain time, whatever it is doing and whatever is queued.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sleep as realSleep } from '../../src/contract/timers.ts';
import { openStore } from '../../src/service/db/connection.ts';
import { serveService } from '../../src/service/serve.ts';
import { withBundled } from './bundled.ts';
import { withFolder } from './world.ts';

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

test('requests that wait for a minute, that queue, and that wait for a lock', { timeout: 9_000 }, async () => {
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
          isControlOpen: true,
          workerFile: join(built, 'worker.js'),
          onBug: (error) => bugs.push(error),
        },
        { host: '127.0.0.1', port: 0, drainMs: 100, pid: process.pid, isAlive: () => true, sleep },
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
