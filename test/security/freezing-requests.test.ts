// While a service reads bodies that were slow to read, it answers others: no one waits for more than a quarter of a second.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { serve } from '../e2e/binary.ts';
import { homeForAllTests } from '../e2e/opened.ts';
import { freezingBodies, ROWS_WITH_BODY } from '../service/http/freeze-bodies.ts';
import { IS_LONG } from './form.ts';

const home = homeForAllTests();

const ROWS = IS_LONG ? ROWS_WITH_BODY : ROWS_WITH_BODY.filter(({ row }) => row === 'contacts.bulkCreate');
const WORST_MS = 250;

/** A busy machine delays a poll now and then, and never the same three times. */
const TRIES = 3;

/** On a thread of its own: making the bodies must not count. Tells the worst poll since it was told what goes on. */
const POLLER = `
const { parentPort, workerData } = require('node:worker_threads');
let worst = 0;
let polls = 0;
let isOver = false;
let current = Promise.resolve();
parentPort.on('message', async (message) => {
  if (message === 'end') isOver = true;
  await current;
  parentPort.postMessage({ worst, polls });
  worst = 0;
  if (isOver) parentPort.close();
});
const poll = async () => {
  const began = performance.now();
  const { status } = await fetch(workerData + '/healthz');
  if (status !== 200) throw new Error('healthz ' + status);
  worst = Math.max(worst, performance.now() - began);
  polls += 1;
};
(async () => {
  while (!isOver) {
    current = poll();
    await current;
    await new Promise((done) => setTimeout(done, 50));
  }
})();`;

function pollerOf(url: string) {
  const worker = new Worker(POLLER, { eval: true, workerData: url });
  /** The worst poll since the last look, milliseconds, and how many there were in all. */
  return async (message: 'look' | 'end'): Promise<{ readonly worst: number; readonly polls: number }> => {
    worker.postMessage(message);
    const [answer] = await once(worker, 'message');
    return answer;
  };
}

test('healthz is answered within 250 ms, whatever else is read', { timeout: 900_000 }, async () => {
  const served = await serve(home, ['--ephemeral', '--rate-limits', 'off']);
  const poller = pollerOf(served.url);
  const headers = { 'x-api-key': served.key, 'content-type': 'application/json' };
  let requests = 0;
  let worst = 0;
  const slow: string[] = [];
  for (const golden of ROWS) {
    const { method, path } = golden.request;
    for (const { what, body } of freezingBodies(golden)) {
      const text = JSON.stringify(body);
      let best = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < TRIES && best >= WORST_MS; tries += 1) {
        await poller('look');
        const { status } = await fetch(served.url + path, { method, headers, body: text });
        expect([golden.row, what, status < 500]).toEqual([golden.row, what, true]);
        best = Math.min(best, (await poller('look')).worst);
        requests += 1;
      }
      worst = Math.max(worst, best);
      if (best >= WORST_MS) slow.push(`${golden.row} with ${what}: ${Math.round(best)} ms`);
    }
  }
  const { polls } = await poller('end');
  await served.stop();
  if (!IS_LONG) return;
  process.stdout.write(`${requests} requests, ${polls} polls, worst ${Math.round(worst)} ms\n`);
  expect(slow).toEqual([]);
});
