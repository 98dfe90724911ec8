// Filters that a service may ignore: what comes back is compared here as well.

import type { Listing, ListOptions } from '../../../client/answers/pages.ts';

const PAGE_SIZE_MAX = 100;

/**
 * The wanted records, up to the limit, whether or not the service filters. One more is read than is given, so that
 * `more` is known; `total` is null where the service was seen to count others as well.
 */
export function filtered<T>(
  open: (options: ListOptions) => Listing<T>,
  isWanted: (record: T) => boolean,
  { limit = null, signal }: ListOptions,
): Listing<T> {
  const pageSize = limit === null ? PAGE_SIZE_MAX : Math.min(limit + 1, PAGE_SIZE_MAX);
  const all = open({ limit: null, pageSize, signal, filtersItself: true });
  let dropped = false;
  let more: Listing<T>['more'] = 'unknown';

  async function* records(): AsyncGenerator<T> {
    let count = 0;
    if (limit === 0) return;
    for await (const record of all) {
      if (!isWanted(record)) {
        dropped = true;
        continue;
      }
      if (count === limit) {
        more = true;
        return;
      }
      count += 1;
      yield record;
    }
    more = all.more;
  }

  return {
    [Symbol.asyncIterator]: records,
    get more() {
      return more;
    },
    get total() {
      return dropped || all.ignored.length > 0 ? null : all.total;
    },
    get ignored() {
      return all.ignored;
    },
  };
}

/** Whether a record may have this value: one that does not say is kept. Case does not count. */
export function mayBe(value: string | null | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || value == null || value.toLowerCase() === wanted.toLowerCase();
}
