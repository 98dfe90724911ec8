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
  expect(Object.keys(SQLITE_TESTS).filter((name) => !texts.some((text) => text.includes(`'${name}'`)))).toEqual([]);
});
