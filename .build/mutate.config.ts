// How `npm run mutate` runs the tests: as `npm test` does, those of one folder, in one thread.

import { defineConfig } from 'vitest/config';
import whole from '../vitest.config.ts';

export default defineConfig((env) => {
  const { plugins = [], test = {} } = whole(env);
  const { projects: _, sequence: __, execArgv: ___, ...rest } = test;
  return {
    plugins,
    test: { ...rest, include: process.env['REACH_MUTATE_TESTS']?.split(',') ?? [], testTimeout: 20_000, maxWorkers: 1 },
  };
});
