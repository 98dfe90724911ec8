// Where the source may touch the world around it. What may import what is in .dependency-cruiser.mjs.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    return { path: relative(SRC, path), code: text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') };
  });

test('files were seen', () => {
  expect(files.length).toBeGreaterThan(60);
});

const ONLY_IN: readonly (readonly [what: string, pattern: RegExp, allowed: RegExp])[] = [
  ['process', /(?<![\w.'"`-])process\./, /^(reach|cli\/app\/io|service\/start|service\/serve|service\/worker)\.ts$/],
  ['stdout and console', /stdout\.write|console\./, /^cli\/(output\/|app\/main|app\/io)/],
  [
    'the clock and randomness',
    /Date\.now\(\)|new Date\(\)|Math\.random\(\)|randomUUID\(/,
    // A temporary file needs a name that no other process draws, whatever clock and seed this one was given.
    /^(reach|cli\/app\/io|cli\/files\/write-atomic|service\/start|service\/jobs\/thread)\.ts$/,
  ],
  ['timers', /\b(setTimeout|setInterval)\(|AbortSignal\.timeout\(|timers\/promises/, /^contract\/timers\.ts$/],
  ['process.exit', /process\.exit\(/, /^cli\/app\/io\.ts$/],
  ['export * from', /export \* from/, /^$/],
];

test.each(ONLY_IN)('%s only where it belongs', (_what, pattern, allowed) => {
  const strays = files.filter(({ path, code }) => pattern.test(code) && !allowed.test(path));
  expect(strays.map(({ path }) => path)).toEqual([]);
});
