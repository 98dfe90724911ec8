import { expect, test } from 'vitest';
import { RowWords } from '../../../../src/cli/import/rows/earlier-rows.ts';

/** Of which two are in memory. */
const NUMBERS = 1 << 18;

test('every row has its numbers and what was changed in them, in memory and in the temporary file', () => {
  const words = new RowWords(NUMBERS);
  for (let row = 0; row < 5; row += 1) words.last.set([row, 10 * row], words.placeOf(row));
  for (const row of [0, 3, 4]) {
    const numbers = words.of(row);
    numbers[1] = 7;
    words.put(row, numbers);
  }
  const all = [0, 1, 2, 3, 4].map((row) => [...words.of(row).subarray(0, 2)]);
  words.close();
  expect(all).toEqual([
    [0, 7],
    [1, 10],
    [2, 20],
    [3, 7],
    [4, 7],
  ]);
});
