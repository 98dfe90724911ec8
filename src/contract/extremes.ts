// The largest and the smallest of any number of numbers: `Math.max(...numbers)` would pass each as an argument, and the stack
// holds about 100,000 of them. test/source.test.ts keeps that form out.

/** -Infinity of none. */
export function largest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}

/** Infinity of none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const number of numbers) found = Math.min(found, number);
  return found;
}
