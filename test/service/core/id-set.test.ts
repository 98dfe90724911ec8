// Sets of ids, as both engines give them: compared with plain lists.

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

/** As PostgreSQL counts them together: 64 in a number, of which each half is one. */
function wordsOf(ids: readonly number[]): IdSet {
  const bits = new Map<number, bigint>();
  for (const id of ids) {
    const pair = Math.floor(id / 64);
    bits.set(pair, (bits.get(pair) ?? 0n) | (1n << BigInt(id % 64)));
  }
  const halves = (of: (bits: bigint) => bigint) => [...bits.values()].map((one) => Number(of(one)));
  return IdSet.ofWords({
    pairs: [...bits.keys()],
    low: halves((one) => one & 0xffffffffn),
    high: halves((one) => one >> 32n),
  });
}

const MAKERS: readonly (readonly [string, (ids: readonly number[]) => IdSet])[] = [
  ['a list as JSON', (ids) => IdSet.ofJson(JSON.stringify(ids))],
  ['words of bits', wordsOf],
];

test.each(MAKERS)(
  '%s: size, every page, and what is in both, in either or in one alone, are those of the lists',
  (_, setOf) => {
    fc.assert(
      fc.property(IDS, IDS, fc.nat(320), fc.integer({ min: 1, max: 150 }), (some, others, offset, limit) => {
        const expected = inOrder(some);
        const set = setOf(some);
        expect([set.size, set.page(offset, limit)]).toEqual([expected.length, expected.slice(offset, offset + limit)]);
        const shared = expected.filter((id) => others.includes(id));
        const both = set.and(setOf(others));
        expect([both.size, both.page(0, 1_000)]).toEqual([shared.length, shared]);
        const all = inOrder([...some, ...others]);
        const either = set.or(setOf(others));
        expect([either.size, either.page(0, 1_000)]).toEqual([all.length, all]);
        const own = expected.filter((id) => !others.includes(id));
        const alone = set.without(setOf(others));
        expect([alone.size, alone.page(0, 1_000)]).toEqual([own.length, own]);
        // What they were made of is as it was.
        expect([set.size, setOf(others).and(either).size]).toEqual([expected.length, inOrder(others).length]);
      }),
    );
  },
);

test.each<[ids: number[], offset: number, limit: number, page: number[]]>([
  [[], 0, 100, []],
  [[7], 0, 100, [7]],
  [[7], 1, 100, []],
  [[8_192, 8_191, 8_192], 1, 1, [8_192]],
])('%j from %i on, at most %i: %j', (ids, offset, limit, page) => {
  for (const [, setOf] of MAKERS) expect(setOf(ids).page(offset, limit)).toEqual(page);
});
