// Schedules of commands and a server under simulated time, network, disk and ends of processes, and those that once broke
// a promise. `npm run simulate -- --seed N` shows one of them again.

import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { EDITS } from './faults.ts';

test.each(EDITS)('$name: the fault can still be put into the code', ({ edit }) => {
  expect(readFileSync(edit.file, 'utf8').split(edit.from)).toHaveLength(2);
});

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

// That another process has the same steps is what the first test asks, of all of them together.
test('a schedule is shown step by step', async () => {
  const { all } = await execa(
    process.execPath,
    ['.build/run.mjs', 'test/simulate/simulate.ts', '--seed', '15', '--log'],
    { all: true, reject: false },
  );
  const lines = all.split('\n');
  expect(lines.filter((line) => /^2026-11-21T\d\d:\d\d:\d\d\.\d{3}Z \S/.test(line)).length).toBeGreaterThan(50);
  expect(lines.at(-1)).toMatch(/^1 schedules with \d+ faults in [\d.]+ s: 0 broke a promise$/);
});
