// npm run mutate -- FOLDER [TESTS…]: changes the code below src/FOLDER (or of one file there) one place at a time, and says which
// changes no test notices. TESTS are folders or files below test/, the folder of the same name if there are none. The report of every change is in node_modules/.cache/mutate/.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder = '', ...tests] = process.argv.slice(2);
const among = (tests.length > 0 ? tests : [folder.replace(/\/[^/]*\.ts$/, '')]).map((name) => join('test', name));
const missing = [join('src', folder), ...among].find((path) => folder === '' || !existsSync(join(root, path)));
if (missing !== undefined) {
  process.stderr.write(`usage: npm run mutate -- FOLDER [TESTS…]; there is no ${missing}\n`);
  process.exit(2);
}

// Read by mutate.config.ts, in the processes that run the tests.
process.env.REACH_MUTATE_TESTS = among.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`)).join(',');

const name = folder.replaceAll('/', '-');
const results = await new Stryker({
  mutate: [folder.endsWith('.ts') ? `src/${folder}` : `src/${folder}/**/*.ts`],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: '.build/mutate.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // What runs once, while modules load, would need all tests for each change.
  ignoreStatic: true,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { logTests: false, allowColor: false, reportTests: false, skipFull: true },
  jsonReporter: { fileName: `node_modules/.cache/mutate/${name}.json` },
  tempDirName: '.mutate',
  // TypeScript is stripped, not compiled.
  tsconfigFile: 'none',
  ignorePatterns: ['dist*', 'src/guides', 'completions'],
  disableTypeChecks: false,
  allowEmpty: false,
  concurrency: 1,
  timeoutMS: 20_000,
}).runMutationTest();

const counts = new Map();
for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1);
const of = (/** @type {string[]} */ ...statuses) =>
  statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
const [found, missed] = [of('Killed', 'Timeout'), of('Survived', 'NoCoverage')];
const score = ((found / (found + missed)) * 100).toFixed(1);
const unknown = results.filter(({ status, testsCompleted }) => status === 'Survived' && testsCompleted === 0).length;
if (unknown > 0) {
  process.stderr.write(
    `${folder}: no score: for ${unknown} changes no test was run; run it again, alone in this folder\n`,
  );
  process.exit(1);
}
process.stdout.write(`${folder}: ${found + missed} changes, ${found} noticed, ${missed} not: score ${score} %\n`);
