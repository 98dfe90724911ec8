import { expect, test } from 'vitest';
import { RowWords } from '../../../../src/cli/import/rows/earlier-rows.ts';

/** Of which a block holds two. */
const NUMBERS = 1 << 18;

test('every row has its numbers and what was changed in them, in whichever block', () => {
  const words = new RowWords(NUMBERS);
  for (let row = 0; row < 5; row += 1) words.of(row).set([row, 10 * row]);
  for (const row of [0, 3, 4]) words.of(row).set([7], 1);
  expect([0, 1, 2, 3, 4].map((row) => [...words.of(row).subarray(0, 2)])).toEqual([
    [0, 7],
    [1, 10],
    [2, 20],
    [3, 7],
    [4, 7],
  ]);
});
