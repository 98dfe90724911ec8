import type { Listing } from '../../../client/answers/listing.ts';

/** The same listing, each record as `view` makes it. */
export function mapped<T, U>(listing: Listing<T>, view: (record: T) => U): Listing<U> {
  async function* records(): AsyncGenerator<U> {
    for await (const record of listing) yield view(record);
  }
  return {
    [Symbol.asyncIterator]: records,
    get more() {
      return listing.more;
    },
    get total() {
      return listing.total;
    },
    get ignored() {
      return listing.ignored;
    },
    get notes() {
      return listing.notes;
    },
  };
}
