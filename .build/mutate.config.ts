// How `npm run mutate` runs the tests: as `npm test` does, those of one folder, in one thread.

import { defineConfig } from 'vitest/config';
import { AS_TEXT, SUITE } from '../vitest.config.ts';

const { sequence: _, execArgv: __, ...rest } = SUITE;

export default defineConfig({
  plugins: [AS_TEXT],
  test: { ...rest, include: process.env['REACH_MUTATE_TESTS']?.split(',') ?? [], testTimeout: 20_000, maxWorkers: 1 },
});
