// Records one after the other, as lists give them.

export interface ListOptions {
  /** Stop after so many records; `null` = all. */
  readonly limit?: number | null;
  /** Records of a page, at most as many as a page can have (the default). */
  readonly pageSize?: number;
  readonly signal?: AbortSignal | undefined;
  /** The caller compares the records by itself: filters that the service does not know are left out, and none is applied. */
  readonly filtersItself?: boolean;
}

/** What it says about the rest is final once the loop has ended. */
export interface Listing<T> extends AsyncIterable<T> {
  /** Whether there are more than were returned. */
  readonly more: boolean | 'unknown';
  /** How many there are in all, where the service says so. */
  readonly total: number | null;
  /** Parameters that the service does not know, and that the records were therefore not selected by. */
  readonly ignored: readonly string[];
  /** What a reader must know of the selection. */
  readonly notes: readonly string[];
}

/**
 * The wanted records of a listing, up to the limit. One more is read than returned, so that `more` is known; `total` is null
 * where the service counts others as well.
 */
export function picked<T>(
  open: (options: ListOptions) => Listing<T>,
  isWanted: (record: T) => boolean,
  { limit = null, signal }: ListOptions,
  notes: readonly string[] | ((all: Listing<T>) => readonly string[]) = [],
): Listing<T> {
  const all = open({ limit: null, ...(limit !== null && { pageSize: limit + 1 }), signal });
  let more: Listing<T>['more'] = 'unknown';
  let isEach = true;

  async function* records(): AsyncGenerator<T> {
    let count = 0;
    if (limit === 0) return;
    for await (const record of all) {
      if (!isWanted(record)) {
        isEach = false;
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
      return isEach && all.ignored.length === 0 ? all.total : null;
    },
    get ignored() {
      return all.ignored;
    },
    get notes() {
      return [...all.notes, ...(typeof notes === 'function' ? notes(all) : notes)];
    },
  };
}
