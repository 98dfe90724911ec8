// What a service was found to refuse, in one file per host, for a day: it may have learned since.

import type { RefusalMemory, Refusals } from '../../client/adapt.ts';
import { dictionary } from '../../contract/dictionary.ts';
import { isObject } from '../../contract/json.ts';
import { readCache, writeCache } from '../shared/lookup/profile-cache.ts';
import type { Paths } from './paths.ts';

const KIND = 'refusals';
const KEPT_MS = 86_400_000;

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

function entriesOf<T>(value: unknown, is: (one: unknown) => one is T): Record<string, T> {
  const found = dictionary<T>();
  for (const [request, one] of Object.entries(isObject(value) ? value : {})) if (is(one)) found[request] = one;
  return found;
}

const isSize = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** After its names were learned, what it refused before proves nothing. */
export function forgetRefusals(paths: Paths, baseUrl: string): void {
  writeCache(paths, KIND, new URL(baseUrl).host, {});
}

export function refusalMemory(paths: Paths, baseUrl: string, now: () => number): RefusalMemory {
  const { host } = new URL(baseUrl);
  let known: Refusals | null = null;
  const read = (): Refusals => {
    if (known !== null) return known;
    const kept = readCache(paths, KIND, host);
    const isFresh = isObject(kept) && typeof kept['at'] === 'number' && Math.abs(now() - kept['at']) < KEPT_MS;
    known = {
      unknown: entriesOf(isFresh ? kept['unknown'] : null, isNames),
      pageSizeMax: entriesOf(isFresh ? kept['pageSizeMax'] : null, isSize),
    };
    return known;
  };
  return {
    read,
    keep(refusals) {
      known = refusals;
      writeCache(paths, KIND, host, { at: now(), ...refusals });
    },
  };
}
