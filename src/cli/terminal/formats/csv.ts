// Rows in, CSV text out (RFC 4180). What is written here is read back the same, by us and by spreadsheets.

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

// OWASP's list, with the full-width forms of East Asian spreadsheets; white space before the sign does not disarm it.
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

// Signs and digits alone (phone numbers, negative and decimal numbers, a dash for "none") call and refer to nothing.
const PLAIN = /^[-+\d .,/()%\u00A0\u202F]*(?:\d[eE][-+]?\d+)?$/;

/** A whole number that no spreadsheet shortens: it writes an exponent from 12 digits on. */
const SHORT_NUMBER = /^-?(?:0|[1-9][0-9]{0,10})$/;

/** Longer texts are read as texts. */
const VALUE_CHARACTERS_MAX = 40;

/** Phone numbers, ids, amounts, dates and times in digits. */
const OF_DIGITS = /^(?=.*\p{Nd})[-+\p{Nd}\s.,:/()%\p{Sc}eE]*(?:[ap]\.?m?\.?)?$/iu;
/** `5 Mar`, `March-24`, `1. Mai 2026`. */
const OF_DATE = /^(?=.*\p{Nd})[\p{Nd}\s.,/-]*(\p{L}{3,10})[\p{Nd}\s.,/-]*$/u;
/** In the languages of spreadsheets that read them. */
const MONTHS = new Set([
  ...'jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july'.split(' '),
  ...'august september october november december januar februar märz mär mrz mai juni juli okt oktober'.split(' '),
  ...'dez dezember janv janvier févr février mars avr avril juin juil juillet août septembre octobre'.split(' '),
  ...'novembre déc décembre ene enero febrero marzo abr abril mayo junio julio ago agosto septiembre'.split(' '),
  ...'octubre noviembre dic diciembre gen gennaio febbraio aprile mag maggio giu giugno lug luglio'.split(' '),
  ...'set settembre ott ottobre dicembre janeiro fevereiro março maio junho julho setembro out outubro'.split(' '),
  ...'novembro dezembro januari februari maart mrt mei augustus'.split(' '),
]);
const TRUTH = /^(?:true|false)$/i;

const isReadAsValue = (cell: string): boolean =>
  cell.length <= VALUE_CHARACTERS_MAX &&
  !SHORT_NUMBER.test(cell) &&
  (OF_DIGITS.test(cell) || MONTHS.has(OF_DATE.exec(cell)?.[1]?.toLowerCase() ?? '') || TRUTH.test(cell));

const isFormula = (cell: string): boolean => FORMULA.test(cell) && !PLAIN.test(cell);

/** Apostrophes: typed, and as programs of print make them of typed ones. */
const GUARDS = [0x27, 0x2019] as const;

/** What a guarded cell looks like. A cell that looks so by itself gets one apostrophe more: undoing is exact. */
function looksGuarded(cell: string): boolean {
  const first = cell.charCodeAt(0);
  if (first !== GUARDS[0] && first !== GUARDS[1]) return false;
  const behind = cell.replace(/^['’]+/, '');
  return FORMULA.test(behind) || isReadAsValue(behind);
}

/** Makes a cell harmless for spreadsheets. `unguardCell(guardFormula(x)) === x` for every text. */
export const guardFormula = (cell: string): string => (isFormula(cell) || looksGuarded(cell) ? `'${cell}` : cell);

/** Makes a cell harmless for spreadsheets, and keeps it as it is when they save it. `unguardCell(guardCell(x)) === x` for every text. */
export const guardCell = (cell: string): string => (isReadAsValue(cell) ? `'${cell}` : guardFormula(cell));

/** For files whose texts a spreadsheet leaves alone, but whose readers take off guards. `unguardCell(keepApostrophe(x)) === x`. */
export const keepApostrophe = (cell: string): string => (looksGuarded(cell) ? `'${cell}` : cell);

/** Takes off what a guard put on. An apostrophe before anything else is text and stays. */
export const unguardCell = (cell: string): string => (looksGuarded(cell) ? cell.slice(1) : cell);
