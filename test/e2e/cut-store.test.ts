// The file of a store is cut while `reach serve` is writing to it and reading it: it goes on, says what happened, and takes
// no more writes.

import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from './binary.ts';
import { heldUrls, postBulk } from './killed-serve.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test('cut to half its size: 503, the file and the way back are named, no signal ends it', async () => {
  const data = join(home.folder, 'served');
  const file = join(data, 'reach.db');
  // What was written stands in the log until the first one ends.
  await (await serve(home, ['--data', data])).stop();
  const served = await serve(home, ['--data', data, '--rate-limits', 'off']);
  const headers = { 'x-api-key': served.key };
  let [isOver, sent, acknowledged] = [false, 0, 0];
  const rounds = [0, 0];
  const statuses = new Set<number>();
  const writer = async (number: number) => {
    while (!isOver) {
      const urls = Array.from({ length: 20 }, () => `https://network.example/in/c${sent++}`);
      const { length } = await postBulk(served, urls);
      acknowledged += length;
      rounds[number] = (rounds[number] ?? 0) + 1;
    }
  };
  const reader = async () => {
    while (!isOver) statuses.add((await fetch(`${served.url}/v1/contacts?pageSize=100`, { headers })).status);
  };
  const load = [writer(0), writer(1), reader(), reader()];
  while (acknowledged < 60) await (await fetch(`${served.url}/healthz`)).text();
  truncateSync(file, Math.floor(statSync(file).size / 2));
  while (!statuses.has(503)) await (await fetch(`${served.url}/healthz`)).text();
  // What was under way may still be acknowledged: the second round from here was sent after the refusal.
  const refusedAt = [...rounds];
  const isTwoRoundsOn = () => rounds.every((round, number) => round >= (refusedAt[number] ?? 0) + 2);
  while (!isTwoRoundsOn()) await (await fetch(`${served.url}/healthz`)).text();
  const before = acknowledged;
  const late = await postBulk(served, ['https://network.example/in/late']);
  isOver = true;
  await Promise.all(load);
  expect([late, acknowledged - before, [...statuses].sort()]).toEqual([[], 0, [200, 503]]);
  const { stderr } = served.running;
  expect(stderr()).toContain(`${file} became shorter while it was open`);
  expect(stderr()).toContain('reach local restore');
  expect((await served.stop()).code).toBe(0);
  const again = await home.run(['serve', '--data', data]);
  expect([again.code, again.stderr]).toEqual([7, expect.stringContaining(file)]);
});

// The index of a store's log is cut while `reach serve` works: SQLite maps it, so that the system may end the process. The
// next start has all that was acknowledged, once.

test.each([
  ['to nothing', 0],
  ['to half of a page', 2_048],
  ['to half', 16_384],
])('cut %s', async (title, size) => {
  const data = join(home.folder, title.replaceAll(' ', '-'));
  const flags = ['--data', data, '--empty', '--rate-limits', 'off'];
  const served = await serve(home, flags);
  const acknowledged: string[] = [];
  let [isOver, sent] = [false, 0];
  const writer = async () => {
    while (!isOver) {
      const urls = Array.from({ length: 20 }, () => `https://network.example/in/c${sent++}`);
      acknowledged.push(...(await postBulk(served, urls).catch(() => [])));
    }
  };
  const load = [writer(), writer()];
  while (acknowledged.length < 100) await (await fetch(`${served.url}/healthz`)).text();
  truncateSync(join(data, 'reach.db-shm'), size);
  const isUp = () =>
    fetch(`${served.url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (let tries = 0; tries < 50 && (await isUp()); tries += 1);
  isOver = true;
  await Promise.all(load);
  const { code, stderr } = await served.stop();
  // By the signal, or after a refusal that says what to do.
  expect([0, 135]).toContain(code);
  if (stderr.includes('reach.db-shm')) expect(stderr).toContain('start it again');
  const again = await serve(home, flags);
  const held = await heldUrls(again);
  expect(new Set(held).size).toBe(held.length);
  expect(acknowledged.filter((url) => !held.includes(url))).toEqual([]);
  expect((await again.stop()).code).toBe(0);
});
