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
