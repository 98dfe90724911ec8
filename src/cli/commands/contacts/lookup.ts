// Which of several sets holds something, where only "does any of these?" can be asked: halves are asked until each is settled.

/** One question where none does; about 2 × log n for each that does. Order is kept. */
export async function holdersAmong<T>(
  all: readonly T[],
  holdsAny: (some: readonly T[]) => Promise<boolean>,
): Promise<T[]> {
  if (all.length === 0 || !(await holdsAny(all))) return [];
  return settled(all, holdsAny);
}

/** One of these does, at least. */
async function settled<T>(some: readonly T[], holdsAny: (some: readonly T[]) => Promise<boolean>): Promise<T[]> {
  if (some.length === 1) return [...some];
  const half = Math.ceil(some.length / 2);
  const [first, second] = [some.slice(0, half), some.slice(half)];
  const isFirst = await holdsAny(first);
  // Where the first half has none, the second must have one: nobody needs to ask.
  const isSecond = !isFirst || (await holdsAny(second));
  return [...(isFirst ? await settled(first, holdsAny) : []), ...(isSecond ? await settled(second, holdsAny) : [])];
}
