// Cells that a spreadsheet would run as a formula are written with an apostrophe before them, and read back without it.

// OWASP's list, with the full-width forms of East Asian spreadsheets; white space before the sign does not disarm it.
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

// Signs and digits alone (phone numbers, negative and decimal numbers, a dash for "none") call and refer to nothing.
const PLAIN = /^[-+\d .,/()%\u00A0\u202F]*(?:\d[eE][-+]?\d+)?$/;

// What a guarded cell looks like. A cell that looks so by itself gets one apostrophe more: undoing is exact.
const GUARDED = /^'+(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

/** Makes a cell harmless for spreadsheets. `unguardCell(guardCell(x)) === x` for every text. */
export function guardCell(cell: string): string {
  // Letters and digits begin nearly every cell of an export, and none of the three patterns.
  const first = cell.charCodeAt(0);
  if ((first > 0x40 && first < 0x7f) || (first > 0x2f && first < 0x3a)) return cell;
  if (GUARDED.test(cell)) return `'${cell}`;
  return FORMULA.test(cell) && !PLAIN.test(cell) ? `'${cell}` : cell;
}

/** Takes off what `guardCell` put on. An apostrophe before anything else is text and stays. */
export function unguardCell(cell: string): string {
  return cell.charCodeAt(0) === 0x27 && GUARDED.test(cell) ? cell.slice(1) : cell;
}
