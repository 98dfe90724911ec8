// While a service reads bodies that were slow to read, it answers others: nobody waits for more than a quarter of a second.

import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { openHome, serve } from '../e2e/binary.ts';
import { freezingBodies, ROWS_WITH_BODY } from '../service/http/freeze-bodies.ts';
import { IS_LONG } from './form.ts';

const home = openHome();
afterAll(() => home.remove());

const ROWS = IS_LONG ? ROWS_WITH_BODY : ROWS_WITH_BODY.filter(({ row }) => row === 'contacts.bulkCreate');
const WORST_MS = 250;

/** On a thread of its own: making the bodies must not count. */
const POLLER = `
const { parentPort, workerData } = require('node:worker_threads');
let during = '';
let polls = 0;
let worst = { ms: 0, during };
let isOver = false;
parentPort.on('message', (what) => {
  during = what ?? during;
  isOver = what === null;
});
(async () => {
  while (!isOver) {
    const [before, began] = [during, performance.now()];
    const { status } = await fetch(workerData + '/healthz');
    const ms = performance.now() - began;
    if (status !== 200) throw new Error('healthz ' + status);
    polls += 1;
    if (ms > worst.ms) worst = { ms: Math.round(ms), during: before === during ? during : before + ' … ' + during };
    await new Promise((done) => setTimeout(done, 50));
  }
  parentPort.postMessage({ polls, worst });
  parentPort.close();
})();`;

function pollerOf(url: string) {
  const worker = new Worker(POLLER, { eval: true, workerData: url });
  const ended = new Promise<{
    readonly polls: number;
    readonly worst: { readonly ms: number; readonly during: string };
  }>((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
  });
  const end = () => {
    worker.postMessage(null);
    return ended;
  };
  return { during: (what: string) => worker.postMessage(what), end };
}

test('healthz is answered within 250 ms, whatever else is read', { timeout: 900_000 }, async () => {
  const served = await serve(home, ['--ephemeral', '--rate-limits', 'off']);
  const poller = pollerOf(served.url);
  let requests = 0;
  for (const golden of ROWS) {
    const { method, path } = golden.request;
    for (const { what, body } of freezingBodies(golden)) {
      const text = JSON.stringify(body);
      poller.during(`${golden.row}, ${what}`);
      const headers = { 'x-api-key': served.key, 'content-type': 'application/json' };
      const { status } = await fetch(served.url + path, { method, headers, body: text });
      poller.during('');
      expect([golden.row, what, status < 500]).toEqual([golden.row, what, true]);
      requests += 1;
    }
  }
  const { polls, worst } = await poller.end();
  await served.stop();
  if (IS_LONG) process.stdout.write(`${requests} requests, ${polls} polls, worst ${worst.ms} ms (${worst.during})\n`);
  expect(worst.ms < WORST_MS ? null : worst).toBe(null);
});
