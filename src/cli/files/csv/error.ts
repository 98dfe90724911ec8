// What is wrong with a table file as a file: it cannot be read as text, its quotes do not add up, its workbook is damaged.

import { CliError } from '../../terminal/exit.ts';

export type CsvErrorCode =
  | 'bad_encoding'
  | 'bad_option'
  | 'cell_too_long'
  | 'no_header'
  | 'not_csv'
  | 'not_json'
  | 'not_xlsx'
  | 'partly_quoted'
  | 'record_too_long'
  | 'text_after_quote'
  | 'unclosed_quote';

/** Where in the file, as an editor counts: physical line and column (UTF-16 units), both from 1. Null: no such place. */
export interface CsvPlace {
  readonly line: number | null;
  readonly column: number | null;
}

const NOWHERE: CsvPlace = { line: null, column: null };

/** The message says what, `line` and `column` where, the hint how to put it right. Wrong options: exit 2; the rest: 3. */
export class CsvError extends CliError {
  override readonly name = 'CsvError';
  override readonly code: CsvErrorCode;
  readonly line: number | null;
  readonly column: number | null;

  constructor(code: CsvErrorCode, message: string, hint: string, place: CsvPlace = NOWHERE) {
    const details = place.line === null ? undefined : { line: place.line, column: place.column };
    super(code === 'bad_option' ? 'usage' : 'refused', code, message, { hint, details });
    this.code = code;
    this.line = place.line;
    this.column = place.column;
  }
}

const QUOTE_HINT = 'close the quote at the end of the cell; a quote that is part of the text is written twice ("")';

const inWords = (count: number): string => count.toLocaleString('en-US');

export const unclosedQuote = (cell: number, place: CsvPlace): CsvError =>
  new CsvError('unclosed_quote', `the quote that opens cell ${cell} is never closed`, QUOTE_HINT, place);

/** `closedOn`: the line of the closing quote. */
export function textAfterQuote(cell: number, closedOn: number, place: CsvPlace): CsvError {
  const where = closedOn === place.line ? '' : ` on line ${closedOn}`;
  return new CsvError('text_after_quote', `text follows the closing quote of cell ${cell}${where}`, QUOTE_HINT, place);
}

export function cellTooLong(cell: number, most: number, isQuoted: boolean, place: CsvPlace): CsvError {
  const hint = isQuoted ? 'the quote that opens it is probably never closed' : 'is this a CSV file?';
  return new CsvError('cell_too_long', `cell ${cell} is longer than ${inWords(most)} characters`, hint, place);
}

export function recordTooLong(most: number, line: number): CsvError {
  const hint = 'a quote in it is probably never closed, or this is not a CSV file';
  return new CsvError('record_too_long', `the record is longer than ${inWords(most)} characters`, hint, {
    line,
    column: 1,
  });
}

export const partlyQuoted = (line: number): CsvError =>
  new CsvError(
    'partly_quoted',
    'some cells stand in single quotes, others do not: whether these are part of the text is not certain',
    'put all cells in single quotes, or quote with double quotes',
    { line, column: null },
  );

interface OddRow {
  readonly cells: readonly string[];
  readonly line: number;
}

export const quotedOtherwise = ({ cells: [cell = ''], line }: OddRow): CsvError =>
  new CsvError(
    'partly_quoted',
    `the cells are in quotes that CSV does not use: ${cell.trim()}`,
    'replace them with double quotes ("), one before and one after each cell',
    { line, column: 1 },
  );
