// Which records have a key, for matching within a bulk.

/**
 * The store may hold another record with the key that was not read. The rest must be planned again after what was
 * planned so far has been written.
 */
export class NeedsLookup extends Error {
  override readonly name = 'NeedsLookup';
}

interface KeyHolders {
  /** Lowest first. */
  readonly ids: number[];
  /** More records have the key than were read. */
  readonly hasMore: boolean;
  /** A record that was read lost the key: the next lowest may be one that was not read. */
  mayHaveOthers: boolean;
}

/** Which records have a key, as far as they were read; kept up to date while planning. */
export class KeyIndex {
  readonly #holders = new Map<string, KeyHolders>();

  /** The oldest of `n` records of the store that have the key. */
  load(key: string, id: number, n: number): void {
    this.#holders.set(key, { ids: [id], hasMore: n > 1, mayHaveOthers: false });
  }

  /** The oldest record with the key, or null. Throws NeedsLookup. */
  lowest(key: string): number | null {
    const holders = this.#holders.get(key);
    if (holders?.mayHaveOthers) throw new NeedsLookup();
    return holders?.ids[0] ?? null;
  }

  move(id: number, from: string | null, to: string | null): void {
    if (from === to) return;
    if (from !== null) this.#remove(from, id);
    if (to !== null) this.#add(to, id);
  }

  #add(key: string, id: number): void {
    const holders = this.#holders.get(key);
    if (!holders) this.#holders.set(key, { ids: [id], hasMore: false, mayHaveOthers: false });
    else if (!holders.ids.includes(id)) holders.ids.splice(holders.ids.filter((other) => other < id).length, 0, id);
  }

  #remove(key: string, id: number): void {
    const holders = this.#holders.get(key);
    const place = holders?.ids.indexOf(id) ?? -1;
    if (!holders || place < 0) return;
    holders.ids.splice(place, 1);
    if (holders.hasMore) holders.mayHaveOthers = true;
  }
}
