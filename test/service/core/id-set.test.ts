// Sets of ids, compared with plain lists.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdSet } from '../../../src/service/core/id-set.ts';

/** Close together, at the edges of words and blocks, and beyond 32 bits. */
const ID = fc.oneof(
  fc.integer({ min: 1, max: 200 }),
  fc.constantFrom(31, 32, 63, 64, 8_191, 8_192, 8_193),
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 2 ** 31 - 70, max: 2 ** 31 + 70 }),
  fc.integer({ min: 2 ** 40, max: 2 ** 40 + 20_000 }),
);
const IDS = fc.array(ID, { maxLength: 300 });

const inOrder = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

const setOf = (ids: readonly number[]): IdSet => IdSet.ofJson(JSON.stringify(ids));

test('size, every page, and what is in both sets are those of the lists', () => {
  fc.assert(
    fc.property(IDS, IDS, fc.nat(320), fc.integer({ min: 1, max: 150 }), (some, others, offset, limit) => {
      const expected = inOrder(some);
      const set = setOf(some);
      expect([set.size, set.page(offset, limit)]).toEqual([expected.length, expected.slice(offset, offset + limit)]);
      const shared = expected.filter((id) => others.includes(id));
      const both = set.and(setOf(others));
      expect([both.size, both.page(0, 1_000)]).toEqual([shared.length, shared]);
      // What they were made of is as it was.
      expect(set.size).toBe(expected.length);
    }),
  );
});

test.each<[ids: number[], offset: number, limit: number, page: number[]]>([
  [[], 0, 100, []],
  [[7], 0, 100, [7]],
  [[7], 1, 100, []],
  [[8_192, 8_191, 8_192], 1, 1, [8_192]],
])('%j from %i on, at most %i: %j', (ids, offset, limit, page) => expect(setOf(ids).page(offset, limit)).toEqual(page));
