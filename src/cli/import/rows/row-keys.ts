// Which keys the rows so far have, and on which line each came first.

import type { KeyTable } from '../../app/host.ts';
import type { MatchKey } from './match-keys.ts';

export type OpenKeyTable = () => Promise<KeyTable>;

/** Keys that are held in memory, where each takes some 90 bytes: those of 500,000 contacts. */
const IN_MEMORY_MAX = 1_000_000;

export class RowKeys {
  readonly #openTable: OpenKeyTable;
  readonly #inMemoryMax: number;
  readonly #lines = new Map<string, number>();
  /** Of all further keys. */
  #table: KeyTable | null = null;

  constructor(openTable: OpenKeyTable, inMemoryMax = IN_MEMORY_MAX) {
    this.#openTable = openTable;
    this.#inMemoryMax = inMemoryMax;
  }

  /** To be awaited every few hundred rows: opens the table once the memory is full. */
  async makeRoom(): Promise<void> {
    if (this.#table === null && this.#lines.size >= this.#inMemoryMax) this.#table = await this.#openTable();
  }

  /**
   * Adds the keys of a line unless one of them is there already: then none is added, and the first such key is returned with
   * the line it came from.
   */
  addUnlessKnown(keys: readonly MatchKey[], line: number): { readonly known: MatchKey; readonly line: number } | null {
    const texts = keys.map(textOf);
    for (const [at, known] of keys.entries()) {
      const first = this.#lineOf(texts[at] ?? '');
      if (first !== undefined) return { known, line: first };
    }
    for (const text of texts) {
      if (this.#table === null) this.#lines.set(text, line);
      else this.#table.add(text, line);
    }
    return null;
  }

  close(): void {
    this.#table?.close();
  }

  #lineOf(text: string): number | undefined {
    return this.#lines.get(text) ?? this.#table?.lineOf(text);
  }
}

/** Keys of different kinds that read alike are two keys. A text of its own, which does not keep the block of the file in memory. */
const textOf = ({ kind, key }: MatchKey): string => kind + key;
