// Writes of one command that may change the same records go one after the other: what a record was before is read once the answer
// to the earlier one is there.

type Release = () => void;

export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Waits for those who came before with any of these keys. The keys are free again once `release` is called. */
  async take(keys: Iterable<string>): Promise<Release> {
    const earlier = new Set<Promise<void>>();
    let finish = () => {};
    const mine = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const taken = new Set(keys);
    for (const key of taken) {
      const last = this.#last.get(key);
      if (last !== undefined) earlier.add(last);
      this.#last.set(key, mine);
    }
    await Promise.all(earlier);
    return () => {
      for (const key of taken) if (this.#last.get(key) === mine) this.#last.delete(key);
      finish();
    };
  }
}
