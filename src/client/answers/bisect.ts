// Which of several sets hold something, when the only question is "does any of these?": halves are asked until each is known.

import { append } from '../../contract/append.ts';
import { batchesOf } from '../../contract/batches.ts';
import type { AnyId } from '../../contract/ids.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Call } from '../api.ts';
import { listPages } from './pages.ts';

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

/** Contact id → those of the lists (`leadsGroup`) or campaigns that it is in: no answer shows them. At most a page of ids. */
export async function holdersOfContacts<T extends { readonly id: AnyId }>(
  call: Call,
  ids: readonly number[],
  filter: 'leadsGroup' | 'campaigns',
  holders: readonly T[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, T[]>> {
  const found = new Map<number, T[]>(ids.map((id) => [id, []]));
  const within = (some: readonly T[], limit: number) => {
    const body = { include: { id: [...ids], [filter]: some.map(({ id }) => id) } };
    return listPages(
      call,
      'contacts',
      'search',
      { body },
      { limit, pageSize: Math.min(limit, LIMITS.pageSizeMax), signal },
    );
  };
  const isAnyIn = async (some: readonly T[]) => {
    for await (const _ of within(some, 1)) return true;
    return false;
  };
  for (const holder of await findHolders(holders, isAnyIn)) {
    for await (const { id } of within([holder], ids.length)) if (id !== undefined) found.get(id)?.push(holder);
  }
  return found;
}
