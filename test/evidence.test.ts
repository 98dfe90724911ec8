// evidence.json and its page are what the tests say today, and the limits that they name are tested.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readDeclared } from '../src/cli/tool/tree/read.ts';
import { evidenceOf, evidencePage, evidenceText } from './evidence.ts';
import { LIMITS } from './known-limits.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

test('evidence is up to date (npm run generate)', async () => {
  const evidence = evidenceOf(ROOT, await readDeclared('0'));
  expect(evidence).toHaveLength(103);
  expect(read('evidence.json')).toBe(evidenceText(evidence));
  expect(read('src/guides/evidence.md')).toBe(evidencePage(evidence));
});

test('every operation is sent by a command or says why not, has golden bodies and is tested on SQLite', async () => {
  const rows: ReturnType<typeof evidenceOf> = JSON.parse(read('evidence.json'));
  const without = rows.filter(({ golden, sqlite, stranger }) => golden === 0 || sqlite === null || !stranger);
  expect(without.map(({ operation }) => operation)).toEqual([]);
  const files = rows.flatMap(({ property, refusals, faults, sqlite, postgres }) => [
    property,
    refusals,
    faults,
    sqlite,
    postgres,
  ]);
  expect(files.filter((file) => file !== null && !existsSync(join(ROOT, file)))).toEqual([]);
});

test.each(LIMITS)('known limit: $limit', ({ test: named }) => {
  const [file = '', title = ''] = named.split(/: (.*)/s);
  expect(read(file)).toContain(`'${title}'`);
});
