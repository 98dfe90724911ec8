// What a file's cells hold that is no value: counted by column, for whoever decides before anything is sent.

import { counted } from '../../../contract/english.ts';
import { WORD_LEFT_OUT } from '../mapping/cell.ts';
import type { LeftOutCell, NullWord } from '../mapping/item.ts';

const COLUMNS_MAX = 50;
const REASONS_MAX = 20;
const WORDS_MAX = 20;
const LINES_SHOWN = 10;

interface LeftOutReason {
  count: number;
  readonly example: string;
}

export class CellCounts {
  readonly #reasons = new Map<string, Map<string, LeftOutReason>>();
  readonly #words = new Map<string, Map<string, number>>();
  /** Of those that are left out, too. */
  readonly #allWords = new Set<string>();

  add(leftOut: readonly LeftOutCell[], words: readonly NullWord[]): void {
    for (const { column, value, why } of leftOut) {
      const reasons = entryOf(this.#reasons, column, COLUMNS_MAX, () => new Map<string, LeftOutReason>());
      const reason = reasons && entryOf(reasons, why, REASONS_MAX, () => ({ count: 0, example: value }));
      if (reason) reason.count += 1;
      if (why === WORD_LEFT_OUT && this.#allWords.size < WORDS_MAX) this.#allWords.add(value);
    }
    for (const { column, word } of words) {
      if (this.#allWords.size < WORDS_MAX) this.#allWords.add(word);
      const counts = entryOf(this.#words, column, COLUMNS_MAX, () => new Map<string, number>());
      if (counts && (counts.has(word) || counts.size < WORDS_MAX)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }

  /** The words for "no value" that were found, each once. */
  get words(): readonly string[] {
    return [...this.#allWords];
  }

  lines(): string[] {
    const lines: string[] = [];
    for (const [column, reasons] of this.#reasons)
      for (const [why, { count, example }] of reasons)
        lines.push(
          `${column}: ${counted(count, 'cell')} left out, ${why}: ${JSON.stringify(example)}${why === WORD_LEFT_OUT ? ' (--empty: no value)' : ''}`,
        );
    for (const [column, counts] of this.#words) {
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const words = [...counts.keys()].map((word) => JSON.stringify(word));
      lines.push(
        `${column}: ${counted(all, 'cell')} with words for "no value" (--empty leaves them out): ${words.join(', ')}`,
      );
    }
    if (lines.length <= LINES_SHOWN) return lines;
    return [...lines.slice(0, LINES_SHOWN), `and ${lines.length - LINES_SHOWN} more kinds of such cells`];
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, most: number, made: () => V): V | undefined {
  const known = map.get(key);
  if (known !== undefined || map.size >= most) return known;
  const value = made();
  map.set(key, value);
  return value;
}

export const leftOutText = ({ column, value, why }: LeftOutCell): string =>
  `${column}: left out, ${why}: ${JSON.stringify(value)}`;
