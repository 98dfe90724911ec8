// Records that rows of this import are known to have created: no other row may claim them.

import type { ImportJournal } from './journal.ts';

/** Read from the journal on first use: most imports never need it. */
export class ClaimedRecords {
  readonly #journal: ImportJournal;
  #ids: Set<number> | null = null;

  constructor(journal: ImportJournal) {
    this.#journal = journal;
  }

  add(ids: Iterable<number | null>): void {
    for (const id of ids) if (id !== null) this.#ids?.add(id);
  }

  /** Called while no bulk is in progress, so that none is missed between the journal and `add`. */
  async known(): Promise<(id: number) => boolean> {
    if (this.#ids === null) {
      const ids = new Set<number>();
      for await (const id of this.#journal.ids()) ids.add(id);
      this.#ids = ids;
    }
    const ids = this.#ids;
    return (id) => ids.has(id);
  }
}
