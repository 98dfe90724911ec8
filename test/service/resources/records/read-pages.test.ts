// What is kept of lists is bounded: by how many they are, and by what they take.

import { expect, test } from 'vitest';
import { IdSet } from '../../../../src/service/core/id-set.ts';
import { lastReadPages, readPagesOf } from '../../../../src/service/resources/records/queries/read-pages.ts';

/** Of so many blocks of 1 KB. */
const setOf = (blocks: number): IdSet => {
  const ids = Array.from({ length: blocks }, (_, n) => n * 8_192 + 1);
  return IdSet.ofJson(JSON.stringify(ids));
};

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

test.each<[what: string, lists: number, blocks: number, characters: number, known: number, whole: number]>([
  ['few', 16, 122, 10, 16, 16],
  ['many small ones', 500, 1, 10, 199, 199],
  ['many of a million contacts', 500, 122, 10, 199, 134],
  ['large ones', 20, 4_000, 10, 20, 4],
  ['asked for in many characters', 20, 4_000, 6_000, 4, 4],
  ['asked for in very many', 20, 1, 2_000_000, 4, 4],
])('%s', (what, count, blocks, characters, known, whole) => {
  const ids = setOf(blocks);
  const queries = numbers(count).map((n) => ({ sql: what, values: [`${n}`.padStart(characters, '0')] }));
  for (const query of queries) Object.assign(readPagesOf('1', 1, query), { ids, total: ids.size });
  // What was set last is counted with the next list, which is one of all.
  readPagesOf('1', 2, { sql: what, values: [] });
  const lists = queries.map((query) => lastReadPages(1, query)).filter((list) => list !== null);
  expect([lists.length, lists.filter((list) => list.ids !== null).length]).toEqual([known, whole]);
  expect(lists.every(({ total }) => total === blocks)).toBe(true);
  expect(lists.at(-1)?.ids).toBe(ids);
  for (const query of numbers(200).map((n) => ({ sql: 'others', values: [n] }))) readPagesOf('1', 1, query);
});
