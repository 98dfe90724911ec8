// Which of several sets hold something, when the only question is "does any of these?": halves are asked until each is known.

import { append } from '../../contract/append.ts';
import { batchesOf } from '../../contract/batches.ts';

/** So many are asked about at once: a service need not take a longer filter. */
const ASKED_MAX = 500;

/** One question for 500 when none does; about 2 × log n for each that does. Keeps the order. */
export async function findHolders<T>(
  all: readonly T[],
  holdsAny: (some: readonly T[]) => Promise<boolean>,
): Promise<T[]> {
  const found: T[] = [];
  for (const some of batchesOf(all, ASKED_MAX)) {
    if (await holdsAny(some)) append(found, await bisect(some, holdsAny));
  }
  return found;
}

/** At least one of these does. */
async function bisect<T>(some: readonly T[], holdsAny: (some: readonly T[]) => Promise<boolean>): Promise<T[]> {
  if (some.length === 1) return [...some];
  const half = Math.ceil(some.length / 2);
  const [first, second] = [some.slice(0, half), some.slice(half)];
  const isFirst = await holdsAny(first);
  // When the first half has none, the second must have one: no need to ask.
  const isSecond = !isFirst || (await holdsAny(second));
  return [...(isFirst ? await bisect(first, holdsAny) : []), ...(isSecond ? await bisect(second, holdsAny) : [])];
}
