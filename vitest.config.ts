import { defineConfig } from 'vitest/config';

/** Suites that run once more on PostgreSQL, where there is one: those whose queries differ most. `.ci/postgres` starts one. */
const ON_POSTGRES = [
  'db/postgres',
  'resources/{lists,companies,inbox}/*',
  'resources/contacts/{create,delete,duplicates}',
  'resources/records/{merge,filters,fields}',
  'resources/campaigns/{contacts,references}',
  'resources/campaigns/execution/{conditions,runs}',
  'resources/workflows/execution/steps',
  'resources/ai/{folders,variables}',
];

const everywhere = { include: ['test/**/*.test.ts'], exclude: ['test/soak/**', 'test/bench/**'] };

export default defineConfig({
  test: {
    ...everywhere,
    setupFiles: ['test/setup.ts'],
    // A limit for what hangs, on a machine that may be busy: no test measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    restoreMocks: true,
    ...(process.env['REACH_TEST_POSTGRES'] && {
      projects: [
        { extends: true, test: { name: 'sqlite', ...everywhere } },
        {
          extends: true,
          test: {
            name: 'postgres',
            include: ON_POSTGRES.map((name) => `test/service/${name}.test.ts`),
            env: { REACH_TEST_ENGINE: 'postgres' },
          },
        },
      ],
    }),
  },
});
