// What two sequences of texts have in common, in its order: the steps that a campaign keeps, the lines that two files share.

import { append } from '../contract/append.ts';

/** Beyond this, what lies between the first and the last difference has nothing in common: two campaigns of 2,000 steps are within it. */
const CELLS_MAX = 4_000_000;

type IndexPair = readonly [first: number, second: number];

/** Index pairs of a longest common subsequence; equal beginnings and ends are taken first, so most edits cost nothing. */
export function commonSequence(a: readonly string[], b: readonly string[]): IndexPair[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const pairs: IndexPair[] = [];
  for (let index = 0; index < start; index += 1) pairs.push([index, index]);
  append(pairs, commonWithin(a.slice(start, a.length - end), b.slice(start, b.length - end), start));
  for (let index = end; index > 0; index -= 1) pairs.push([a.length - index, b.length - index]);
  return pairs;
}

function commonWithin(a: readonly string[], b: readonly string[], offset: number): IndexPair[] {
  if (a.length * b.length > CELLS_MAX) return [];
  const width = b.length + 1;
  // lengths[i * width + j]: the longest of a from i and b from j.
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: IndexPair[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      pairs.push([i + offset, j + offset]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
