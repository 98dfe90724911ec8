// Input as tests encode it and cut it into pieces, and how they read it whole.

import type { CsvError } from '../../../../src/cli/files/csv/error.ts';
import { CsvParser, type CsvRow, type Dialect } from '../../../../src/cli/files/csv/parser.ts';
import { type CsvReadOptions, readCsv } from '../../../../src/cli/files/csv/read.ts';
import type { RowSource } from '../../../../src/cli/files/rows/source.ts';

export const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** The bytes, cut at these places. */
export async function* pieces(bytes: Uint8Array, ...cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    yield bytes.subarray(from, to);
    from = to;
  }
}

/** Rows as `line: cell|cell`, which reads well in a table of cases. */
export const displayed = (rows: readonly CsvRow[]): string[] =>
  rows.map(({ line, cells }) => `${line}: ${cells.join('|')}`);

export interface Parsed {
  readonly rows: readonly CsvRow[];
  readonly failure: CsvError | null;
}

/** What the parser makes of text that arrives in these pieces. */
export function parsePieces(texts: readonly string[], dialect: Dialect): Parsed {
  const parser = new CsvParser(dialect);
  const rows = texts.flatMap((text) => parser.push(text));
  rows.push(...parser.end());
  return { rows, failure: parser.failure };
}

export interface ReadWhole {
  readonly header: CsvRow;
  readonly rows: readonly CsvRow[];
  readonly file: RowSource;
}

/** Header and all rows of a source. */
export async function readWhole(source: AsyncIterable<Uint8Array>, options?: CsvReadOptions): Promise<ReadWhole> {
  const file = await readCsv(source, options);
  const rows: CsvRow[] = [];
  for await (const batch of file.batches) rows.push(...batch);
  return { header: file.header, rows, file };
}

/** All rows of a text at once. Throws CsvError. */
export function parseCsv(text: string, dialect: Dialect): CsvRow[] {
  const parser = new CsvParser(dialect);
  const rows = parser.push(text);
  for (const row of parser.end()) rows.push(row);
  if (parser.failure !== null) throw parser.failure;
  return rows;
}
