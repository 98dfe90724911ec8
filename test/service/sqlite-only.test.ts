import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SQLITE_SUITES, SQLITE_TESTS } from './sqlite-only.ts';

test('what is left out on PostgreSQL exists by that name', () => {
  const folder = import.meta.dirname;
  expect(Object.keys(SQLITE_SUITES).filter((name) => !existsSync(join(folder, `${name}.test.ts`)))).toEqual([]);
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
  expect(Object.keys(SQLITE_TESTS).filter((name) => !texts.some((text) => hasTest(text, name)))).toEqual([]);
});

/** Whether the text has a test of that name: as it is written, or as a row of `test.each` puts it together. */
function hasTest(text: string, name: string): boolean {
  if (text.includes(`'${name}'`)) return true;
  return [...text.matchAll(/'([^'\n]*)%s([^'\n]+)'/gu)].some(([, before = '', after = '']) => {
    if (!name.startsWith(before) || !name.endsWith(after)) return false;
    return text.includes(`['${name.slice(before.length, name.length - after.length)}', `);
  });
}
