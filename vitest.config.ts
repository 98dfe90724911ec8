import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/soak/**', 'test/bench/**'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 20_000,
    maxWorkers: 2,
    restoreMocks: true,
  },
});
