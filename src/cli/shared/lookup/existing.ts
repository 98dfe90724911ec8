import { ApiError } from '../../../client/errors.ts';

/** Those of the ids that exist, with what `ask` answers; an id that does not exist, or is none there, is left out. */
export async function existing<I, T>(ids: Iterable<I>, ask: (id: I) => Promise<T>): Promise<Map<I, T>> {
  const found = new Map<I, T>();
  for (const id of new Set(ids)) {
    try {
      found.set(id, await ask(id));
    } catch (error) {
      if (!(error instanceof ApiError) || (error.code !== 'not_found' && error.code !== 'invalid')) throw error;
    }
  }
  return found;
}
