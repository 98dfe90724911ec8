import { defineConfig } from 'vitest/config';

/** Suites that run once more on PostgreSQL, where there is one: those whose queries differ most. `.ci/postgres` starts one. */
const ON_POSTGRES = [
  'db/postgres',
  'resources/lists/lists',
  'resources/contacts/{create,delete}',
  'resources/records/merge',
  'resources/campaigns/references',
  'resources/campaigns/execution/{conditions,runs}',
  'resources/workflows/{run-records,execution/steps}',
  'resources/actions/actions',
  'resources/ai/variables',
];

const onPostgres = process.env['REACH_TEST_POSTGRES'] !== undefined;
/** The long form: every suite of the service, which takes some minutes more. */
const isEverySuite = process.env['REACH_TEST_POSTGRES_SUITES'] === 'all';

const everywhere = { include: ['test/**/*.test.ts'], exclude: ['test/soak/**', 'test/bench/**'] };

export default defineConfig({
  test: {
    // Lists of a project are added to those it extends.
    ...(onPostgres ? {} : everywhere),
    setupFiles: ['test/setup.ts'],
    // A limit for what hangs, on a machine that may be busy: no test measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    restoreMocks: true,
    ...(onPostgres && {
      projects: [
        { extends: true, test: { name: 'sqlite', ...everywhere } },
        {
          extends: true,
          test: {
            name: 'postgres',
            include: [
              'test/e2e/servers.test.ts',
              ...(isEverySuite ? ['**/*'] : ON_POSTGRES).map((name) => `test/service/${name}.test.ts`),
            ],
            env: { REACH_TEST_ENGINE: 'postgres' },
          },
        },
      ],
    }),
  },
});
