// The index of a store's log is cut while `reach serve` works: SQLite maps it, so that the system may end the process. The
// next start has all that was acknowledged, once.

import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openHome, serve } from './binary.ts';
import { heldUrls, postBulk } from './killed-serve.ts';

const home = openHome();
afterAll(() => home.remove());

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
