import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHolders } from '../../../src/client/answers/bisect.ts';

async function asked(all: readonly number[], holders: ReadonlySet<number>) {
  let questions = 0;
  const found = await findHolders(all, async (some) => {
    questions += 1;
    return some.some((one) => holders.has(one));
  });
  return { found, questions };
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

test.each<[number, number[], number]>([
  [0, [], 0],
  [100, [], 1],
  [1, [0], 1],
  [64, [63], 7],
  [1_200, [], 3],
  [2_000, [0, 1_999], 30],
])('of %i those that hold are %j: %i questions', async (count, holders, questions) => {
  expect(await asked(upTo(count), new Set(holders))).toEqual({ found: holders, questions });
});

test('exactly those that hold, in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (holds) => {
      const holders = upTo(holds.length).filter((at) => holds[at]);
      expect((await asked(upTo(holds.length), new Set(holders))).found).toEqual(holders);
    }),
  );
});
