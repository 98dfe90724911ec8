// Schedules of commands and a server under simulated time, network, disk and ends of processes, and those that once broke
// a promise. `npm run simulate -- --seed N` shows one of them again.

import { execa } from 'execa';
import { expect, test } from 'vitest';

const simulate = async (...args: readonly string[]) => {
  const { all, exitCode } = await execa(process.execPath, ['.build/run.mjs', 'test/simulate/simulate.ts', ...args], {
    all: true,
    reject: false,
  });
  return { all: all.replace(/ in [\d.]+ s/, ''), exitCode };
};

test('no promise is broken', async () => {
  const { all, exitCode } = await simulate('--runs', '150');
  expect({ all, exitCode }).toEqual({
    all: expect.stringMatching(/^150 schedules with \d{3,4} faults: 0 broke a promise$/),
    exitCode: 0,
  });
});

test('a seed gives the same schedule again, step by step', async () => {
  const [one, other] = await Promise.all([simulate('--seed', '15', '--log'), simulate('--seed', '15', '--log')]);
  expect(one.all.split('\n').length).toBeGreaterThan(50);
  expect(other.all).toBe(one.all);
});
