// What every kind of table file comes to: a header, and rows below it, as a stream.

import type { EncodingGuess } from '../csv/decode.ts';
import type { CsvRow, Dialect } from '../csv/parser.ts';

export interface RowSource {
  readonly header: CsvRow;
  /** How rows of it are written again, as in a file of rejected rows. */
  readonly dialect: Dialect;
  /** By how many lines are skipped, from 1, what the next line would be as the header; where the first has one cell or is a comment, each of the next lines. */
  readonly belowHeader?: readonly (readonly string[])[] | undefined;
  /** Lines above the header that are left out; 0 where there are none. */
  readonly skippedLines: number;
  /** Of a workbook: the sheet that is read, and the other visible ones. */
  readonly sheet?: { readonly name: string; readonly others: readonly string[] };
  /** Of a workbook: cells that are no part of the rows, or of one row alone, and hidden rows; final when the batches have ended. */
  readonly ignoredCells?: () => IgnoredCells | null;
  /** All rows below the header, once. A CsvError comes after the rows before the bad place; what the source throws passes. */
  readonly batches: AsyncIterable<readonly CsvRow[]>;
  /** `utf-8` while everything read so far is ASCII; final when the batches have ended. */
  encoding(): string;
  /** Of an encoding that was guessed; final when the batches have ended. */
  readonly guess?: () => EncodingGuess | null;
  /** How much of the source was taken, for progress; up to two blocks ahead of the rows. */
  bytesRead(): number;
  /** Lets go of the source; needed only when the batches are not read to their end. */
  close(): Promise<void>;
}

export interface IgnoredCells {
  /** Filled cells right of the header's last one. */
  readonly count: number;
  /** The first row that has one. */
  readonly line: number;
  /** Merged cells of several rows, such as `C5:C6`: only the first of these rows has the value. */
  readonly merged: readonly string[];
  /** Rows that a filter or a person has hidden: they are read, too. */
  readonly hiddenRows: number;
}

/** How a file is read, as far as it was said; null: detected. */
export interface RowOptions {
  readonly delimiter: string | null;
  readonly encoding: string | null;
  readonly skipLines?: number | undefined;
  /** Of a workbook: its name, or its number from 1. */
  readonly sheet?: string | undefined;
}
