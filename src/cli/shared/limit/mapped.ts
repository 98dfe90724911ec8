import type { Listing } from '../../../client/answers/pages.ts';
import type { Filtered } from './filtered.ts';

/** The same listing, each record as `view` makes it. */
export function mapped<T, U>(listing: Filtered<T>, view: (record: T) => U): Listing<U> & Pick<Filtered<U>, 'notes'> {
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
