// Rows in, CSV text out (RFC 4180). What is written here is read back the same, by us and by spreadsheets.

import { guardCell, guardFormula } from './csv-guard.ts';

/** The delimiters that are detected; of equals the first wins. */
export const DELIMITERS: readonly string[] = [',', ';', '\t', '|'];

export interface CsvFormat {
  /** One character; a comma when left out. */
  readonly delimiter?: string;
  /** `\n` when left out; spreadsheets take both. */
  readonly newline?: '\n' | '\r\n';
  /** Makes cells harmless for spreadsheets: all that they would change, see `guardCell`, or what they would run alone. */
  readonly guard?: boolean | 'formulas';
}

// Every delimiter that readers guess by, not only the one in use, so that no reader guesses wrong. A first cell that
// looks like Excel's `sep=` line or a byte order mark would be taken for one.
const NEEDS_QUOTES = /["\r\n,;\t|]|^(?:sep=|\uFEFF)/i;

/** One record with its line end. A row has at least one cell; an only cell that is empty is quoted: no empty line. */
export function csvLine(
  cells: readonly string[],
  { delimiter = ',', newline = '\n', guard = false }: CsvFormat = {},
): string {
  if (cells.length === 0) throw new RangeError('a CSV row needs at least one cell');
  const isOwn = !DELIMITERS.includes(delimiter);
  let line = '';
  for (let index = 0; index < cells.length; index += 1) {
    const input = cells[index] ?? '';
    const cell = guard === false ? input : guard === 'formulas' ? guardFormula(input) : guardCell(input);
    if (index > 0) line += delimiter;
    line += NEEDS_QUOTES.test(cell) || (isOwn && cell.includes(delimiter)) ? `"${cell.replaceAll('"', '""')}"` : cell;
  }
  return (line === '' ? '""' : line) + newline;
}
