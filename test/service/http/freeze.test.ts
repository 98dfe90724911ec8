// One request must not stop the service for all: every text of every body, 100 KB of what slow patterns are slow on.
// Processor time, not time on a clock: what is linear takes a few milliseconds, what is quadratic takes seconds. All of
// them, with other requests meanwhile: test/security/freezing-requests.test.ts.

import { expect, test } from 'vitest';
import type { Golden } from '../../golden/golden.ts';
import { worldForAllTests } from '../../opened.ts';
import { freezingBodies, ROWS_WITH_BODY } from './freeze-bodies.ts';

/** Ten times what the slowest of them takes on a busy machine. */
const CPU_MS_MAX = 1000;

/** One body in so many, another for each row. */
const EVERY = 5;

const world = worldForAllTests({ empty: false });

async function cpuOf(golden: Golden, body: unknown): Promise<number> {
  const before = process.cpuUsage();
  const { status } = await world.call(golden.request.method, golden.request.path, { body });
  const { user, system } = process.cpuUsage(before);
  expect([golden.row, status < 500]).toEqual([golden.row, true]);
  return (user + system) / 1000;
}

test.each(ROWS_WITH_BODY.map((golden, nth) => [golden.row, golden, nth] as const))('%s', async (row, golden, nth) => {
  const slow: string[] = [];
  for (const { what, body } of freezingBodies(golden, nth, EVERY)) {
    const ms = await cpuOf(golden, body);
    if (ms > CPU_MS_MAX) slow.push(`${row} with ${what}: ${Math.round(ms)} ms`);
  }
  expect(world.bugs).toEqual([]);
  expect(slow).toEqual([]);
});
