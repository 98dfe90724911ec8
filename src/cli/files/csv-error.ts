// What is wrong with a CSV file as a file: it cannot be read as text, or its quotes do not add up.

export type CsvErrorCode =
  | 'bad_encoding'
  | 'bad_option'
  | 'cell_too_long'
  | 'no_header'
  | 'not_csv'
  | 'record_too_long'
  | 'text_after_quote'
  | 'unclosed_quote';

/** Where in the file, as an editor counts: lines and columns (UTF-16 units) from 1. Null where there is no such place. */
export interface CsvPlace {
  readonly line: number | null;
  readonly column: number | null;
}

/** The message says what, `line` and `column` where, `hint` how to put it right. `bad_option` is wrong use, the rest bad content. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  readonly code: CsvErrorCode;
  readonly line: number | null;
  readonly column: number | null;
  readonly hint: string;

  constructor(code: CsvErrorCode, message: string, hint: string, place: CsvPlace = { line: null, column: null }) {
    super(message);
    this.code = code;
    this.line = place.line;
    this.column = place.column;
    this.hint = hint;
  }
}
