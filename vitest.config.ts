import type { Plugin } from 'vite';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { LongestFirst } from './test/order.ts';
import { SQLITE_SUITES } from './test/service/sqlite-only.ts';

/** Suites that patch Node's own modules before the code under test is loaded: in a process of their own. */
const ALONE = ['test/e2e/stranger/disk.test.ts'];

/** `.ci/postgres` starts one. The suites of the service run on it once more, but for those of `sqlite-only.ts`. */
const onPostgres = process.env['REACH_TEST_POSTGRES'] !== undefined;

/**
 * V8 of Node 20 optimizes a function after 66 KB of bytecode. Few functions of a test go on for long enough to repay that: it was
 * a sixth of the processor time. Later versions wait longer by themselves, and refuse the flag.
 */
const EXEC_ARGV = process.version.startsWith('v20.') ? ['--interrupt-budget=600000'] : [];

/** As the build does: SQL and scripts of shells are imported as their text. */
export const AS_TEXT: Plugin = {
  name: 'as-text',
  transform: (code, id) =>
    /\.(sql|bash|zsh|fish|ps1)$/.test(id) ? { code: `export default ${JSON.stringify(code)};`, map: null } : null,
};

/** Of every project. */
export const SUITE = {
  globalSetup: ['test/temporary-folder.ts', 'test/checked-outputs.ts'],
  setupFiles: ['test/setup.ts'],
  // A limit for what hangs, on a machine that may be busy: no test measures time.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Loading the modules takes longer than most of these files run.
  isolate: false,
  execArgv: EXEC_ARGV,
  // What was transformed is kept by its content for the next run: the one on PostgreSQL needs the same modules again.
  experimental: { fsModuleCache: true },
  restoreMocks: true,
  sequence: { sequencer: LongestFirst },
};

export default defineConfig(({ mode }) => {
  const project = (
    name: string,
    include: string[],
    options: NonNullable<UserWorkspaceConfig['test']>,
  ): UserWorkspaceConfig => ({
    plugins: [AS_TEXT],
    mode,
    test: { ...SUITE, name, include, ...options },
  });
  return {
    test: {
      // Two more than most machines of CI have cores: those that run the built tool wait for it most of the time.
      // Here alone: in a project it would win over `--maxWorkers` of the command line.
      maxWorkers: 4,
      experimental: SUITE.experimental,
      sequence: SUITE.sequence,
      projects: [
        // `--mode security` is the long form of some: of itself, no project is told.
        project('all', ['test/**/*.test.ts'], { exclude: ALONE }),
        project('alone', ALONE, { isolate: true }),
        ...(onPostgres
          ? [
              project('postgres', ['test/e2e/servers.test.ts', 'test/service/**/*.test.ts'], {
                exclude: Object.keys(SQLITE_SUITES).map((name) => `test/service/${name}.test.ts`),
                env: { REACH_TEST_ENGINE: 'postgres' },
              }),
            ]
          : []),
      ],
    },
  };
});
