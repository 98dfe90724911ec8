// A sheet of an Excel workbook (.xlsx) as a table, row by row.

import { append } from '../../../contract/append.ts';
import { spreadsheetDamage } from '../../../rules/records/spreadsheet-damage.ts';
import { CsvError } from '../csv/error.ts';
import type { CsvRow } from '../csv/parser.ts';
import { remaining } from '../csv/read.ts';
import { type CellFormats, dateText, elapsedText, numberText, paddedText } from './cell-formats.ts';
import type { IgnoredCells, RowOptions, RowSource } from './source.ts';
import { openWorkbook, unescapedText, type Workbook, type WorkbookSheet } from './workbook.ts';
import { xmlEvents } from './xml.ts';

/** Rows among which the header is looked for, where a title stands above it. */
const TITLE_ROWS = 20;
const BATCH = 500;
/** What follows a line that may be a title. */
const LINES_BELOW = 5;
const COLUMNS_MAX = 16_384;
/** Merged cells that are held to be named; a sheet made of them must not fill the memory. */
const MERGED_MAX = 10_000;

/** Throws CsvError: `not_xlsx` for a damaged file, `bad_option` for a sheet it does not have, `no_header` for an empty one. */
export async function readXlsx(path: string, { sheet, skipLines }: RowOptions, fileBytes: number): Promise<RowSource> {
  const book = await openWorkbook(path);
  try {
    const found = sheetNamed(book.sheets, sheet);
    const merged: string[] = [];
    const progress = { read: 0, merged, hiddenRows: 0 };
    const batches = sheetRows(book, found, progress);
    const others = visible(book.sheets).filter((name) => name !== found.name);
    const { header, above, rest } = await headerOf(batches, skipLines, others);
    const below: string[][] = Array.from({ length: LINES_BELOW }, () => []);
    for (const { line, cells } of rest)
      if (line <= header.line + LINES_BELOW) below[line - header.line - 1] = [...cells];
    const width = header.cells.length;
    const size = Math.max(1, book.sizeOf(found));
    const ignored = { count: 0, line: 0 };
    return {
      header,
      dialect: { delimiter: ',', newline: '\r\n' },
      skippedLines: above,
      belowHeader: skipLines === undefined ? [...Array<string[]>(above).fill([]), ...below] : undefined,
      batches: fitted(
        remaining(rest, batches, async () => book.close()),
        width,
        ignored,
      ),
      sheet: { name: found.name, others },
      ignoredCells: () =>
        ignored.count + merged.length + progress.hiddenRows === 0
          ? null
          : ({ ...ignored, merged, hiddenRows: progress.hiddenRows } satisfies IgnoredCells),
      encoding: () => 'utf-8',
      bytesRead: () => Math.round((progress.read / size) * fileBytes),
      close: async () => {
        await batches.return();
        book.close();
      },
    };
  } catch (error) {
    book.close();
    throw error;
  }
}

const visible = (sheets: readonly WorkbookSheet[]): string[] =>
  sheets.filter(({ isVisible }) => isVisible).map(({ name }) => name);

/** The first that is visible; a hidden one by its name alone. */
function sheetNamed(sheets: readonly WorkbookSheet[], wanted: string | undefined): WorkbookSheet {
  const displayed = sheets.filter(({ isVisible }) => isVisible);
  const found =
    wanted === undefined
      ? displayed[0]
      : (sheets.find(({ name }) => name === wanted) ??
        sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ??
        (/^[1-9][0-9]{0,3}$/.test(wanted) ? displayed[Number(wanted) - 1] : undefined));
  if (found !== undefined) return found;
  const names = sheets.map(({ name }) => `"${name}"`).join(', ');
  if (wanted === undefined)
    throw new CsvError('not_xlsx', 'all sheets of the workbook are hidden', `name one: --sheet NAME, of ${names}`);
  throw new CsvError('bad_option', `the workbook has no sheet "${wanted}"`, `its sheets: ${names}`);
}

const filled = ({ cells }: CsvRow): number => cells.filter((cell) => cell.trim() !== '').length;

/** Without `skipLines`, a title above the header is known by its one cell, with wider rows below it. */
async function headerOf(
  batches: AsyncGenerator<readonly CsvRow[], void, void>,
  skipLines: number | undefined,
  others: readonly string[],
): Promise<{ header: CsvRow; above: number; rest: readonly CsvRow[] }> {
  const head: CsvRow[] = [];
  while (head.length < TITLE_ROWS + (skipLines ?? 0)) {
    const next = await batches.next();
    if (next.done) break;
    append(head, next.value);
  }
  const rows = head.filter(({ line }) => line > (skipLines ?? 0));
  const first = rows.findIndex((row) => filled(row) > 0);
  const wide = rows.slice(0, TITLE_ROWS).findIndex((row) => filled(row) > 1);
  const at = skipLines === undefined && wide > first && filled(rows[wide] ?? { cells: [], line: 0 }) > 2 ? wide : first;
  const header = rows[at];
  if (header === undefined) {
    const names =
      others.length === 0 ? '' : `; --sheet NAME reads another: ${others.map((name) => `"${name}"`).join(', ')}`;
    throw new CsvError('no_header', 'the sheet is empty', `its first row must name the columns${names}`);
  }
  const width = header.cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return {
    header: { ...header, cells: header.cells.slice(0, width) },
    above: header.line - 1,
    rest: rows.slice(at + 1),
  };
}

/**
 * Rows as wide as the header: cells at the end that are empty are not in the file, and what stands right of the table, such as a note,
 * is no part of it.
 */
async function* fitted(
  batches: AsyncIterable<readonly CsvRow[]>,
  width: number,
  ignored: { count: number; line: number },
): AsyncGenerator<readonly CsvRow[], void, void> {
  for await (const rows of batches)
    yield rows.map(({ cells, line }) => {
      const beyond = cells.slice(width).filter((cell) => cell.trim() !== '').length;
      if (beyond > 0 && ignored.count === 0) ignored.line = line;
      ignored.count += beyond;
      const missing = Math.max(0, width - cells.length);
      return { cells: [...cells.slice(0, width), ...Array<string>(missing).fill('')], line };
    });
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  text: string;
  formula: string | null;
}

async function* sheetRows(
  book: Workbook,
  sheet: WorkbookSheet,
  progress: { read: number; readonly merged: string[]; hiddenRows: number },
): AsyncGenerator<readonly CsvRow[], void, void> {
  let ready: CsvRow[] = [];
  let cells: string[] = [];
  let line = 0;
  let cell: OpenCell | null = null;
  let isText = false;
  let isPhonetic = false;
  let isFormula = false;
  const events = {
    open(name: string, attributes: ReadonlyMap<string, string>) {
      if (name === 'row') {
        cells = [];
        line = Number(attributes.get('r') ?? line + 1);
        if (attributes.get('hidden') === '1' || attributes.get('hidden') === 'true') progress.hiddenRows += 1;
      } else if (name === 'c') {
        const column = columnOf(attributes.get('r')) ?? cells.length;
        cell = {
          column,
          type: attributes.get('t') ?? 'n',
          style: Number(attributes.get('s') ?? 0),
          text: '',
          formula: null,
        };
      } else if (name === 'v' || name === 't') isText = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
      // What some programs write beside a text is no part of it.
      else if (name === 'is' && cell !== null) cell.text = '';
      else if (name === 'f' && cell !== null) {
        cell.formula = '';
        isFormula = true;
      } else if (name === 'mergeCell' && progress.merged.length < MERGED_MAX && hasSeveralRows(attributes.get('ref'))) {
        progress.merged.push(attributes.get('ref') ?? '');
      }
    },
    text(text: string) {
      if (isText && cell !== null) cell.text += text;
      else if (isFormula && cell !== null) cell.formula += text;
    },
    close(name: string) {
      if (name === 'v' || name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'f') isFormula = false;
      else if (name === 'c' && cell !== null) {
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = cellText(cell, book.strings, book.formats);
        cell = null;
      } else if (name === 'row') ready.push({ cells, line });
    },
  };
  for await (const size of xmlEvents(await book.stream(sheet), events)) {
    progress.read += size;
    if (ready.length < BATCH) continue;
    yield ready;
    ready = [];
  }
  if (ready.length > 0) yield ready;
}

function hasSeveralRows(range = ''): boolean {
  const [first, last] = range.match(/[0-9]+/g) ?? [];
  return last !== undefined && first !== last;
}

/** `BC12` → 54, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column > COLUMNS_MAX ? undefined : column - 1;
}

/** What a formula shows whose value is not known: known as damage to whoever reads it. */
const UNKNOWN_ERROR = '#ERROR!';
const MISSING_TEXT = '#REF!';

function cellText({ type, style, text, formula }: OpenCell, strings: readonly string[], formats: CellFormats): string {
  // A program wrote it without the result; a text may well be empty.
  if (formula !== null && text === '' && type !== 'str') return formula === '' ? UNKNOWN_ERROR : `=${formula}`;
  switch (type) {
    case 's':
      return (text === '' ? undefined : strings[Number(text)]) ?? MISSING_TEXT;
    case 'b':
      return text === '1' || text === 'true' ? 'true' : 'false';
    case 'e':
      return spreadsheetDamage(text) === null ? UNKNOWN_ERROR : text;
    case 'd':
      return text.replace(/T00:00:00(?:\.0{1,9})?Z?$/, '');
    case 'n':
      return displayedNumber(text, style, formats);
    default:
      return unescapedText(text);
  }
}

function displayedNumber(text: string, style: number, { byStyle, from1904 }: CellFormats): string {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return text;
  const format = byStyle.get(style);
  if (format?.kind === 'date') return dateText(number, from1904);
  if (format?.kind === 'elapsed') return elapsedText(number);
  const digits = numberText(text);
  return format?.kind === 'padded' ? (paddedText(digits, format.code) ?? digits) : digits;
}
