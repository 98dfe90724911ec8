// Schedules of commands and a server under simulated time, network, disk and ends of processes, and those that once broke
// a promise. `npm run simulate -- --seed N` shows one of them again.

import { execa } from 'execa';
import { expect, test } from 'vitest';

test('no promise is broken, and a seed gives the same schedule in two processes', async () => {
  const { all, exitCode } = await execa(
    process.execPath,
    ['.build/run.mjs', 'test/simulate/simulate.ts', '--runs', '150'],
    { all: true, reject: false },
  );
  expect({ all, exitCode }).toEqual({
    all: expect.stringMatching(/^150 schedules with \d{3,4} faults in [\d.]+ s: 0 broke a promise$/),
    exitCode: 0,
  });
});

test('a seed gives the same schedule again, step by step', async () => {
  const log = async () => {
    const { all } = await execa(
      process.execPath,
      ['.build/run.mjs', 'test/simulate/simulate.ts', '--seed', '15', '--log'],
      { all: true, reject: false },
    );
    return all.replace(/ in [\d.]+ s/, '');
  };
  const [one, other] = await Promise.all([log(), log()]);
  expect(one.split('\n').length).toBeGreaterThan(50);
  expect(other).toBe(one);
});
