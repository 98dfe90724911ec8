// A CSV file as a stream of row batches: bytes to text to rows, in constant memory.

import { unguardCell } from '../../terminal/formats/csv.ts';
import type { RowSource } from '../rows/source.ts';
import { TextStream } from './decode.ts';
import { detectDialect, namedDelimiter } from './dialect.ts';
import { CsvError, partlyQuoted, quotedOtherwise } from './error.ts';
import { CSV_LIMITS, type CsvLimits, CsvParser, type CsvRow } from './parser.ts';

export interface CsvReadOptions {
  /** Instead of what the bytes say; a byte order mark still wins. See `namedEncoding`. */
  readonly encoding?: string | undefined;
  /** Instead of what the head says, `sep=` included: a character or a name such as `tab`. */
  readonly delimiter?: string | undefined;
  readonly limits?: CsvLimits | undefined;
  /** Lines above the header; undefined: detected. */
  readonly skipLines?: number | undefined;
}

// Text of this size stays in the processor's cache while it is cut up.
const PIECE_BYTES = 64 * 1024;
const HEAD_CHARACTERS = 64 * 1024;

/**
 * Opens a CSV source: finds encoding and dialect, reads the header. Throws CsvError `no_header` when there is no line with
 * text, `bad_option` for an unknown encoding or delimiter, and what is wrong with the text up to the header.
 * A cell may share memory with the 64 KiB it was cut from: copy what is kept for long (`Buffer.from(cell).toString()`).
 */
export async function readCsv(source: AsyncIterable<Uint8Array>, options: CsvReadOptions = {}): Promise<RowSource> {
  const delimiter = options.delimiter === undefined ? undefined : namedDelimiter(options.delimiter);
  const stream = new TextStream(options.encoding);
  const read = { bytes: 0 };
  const pieces = piecesOf(source, stream, read);
  try {
    let head = '';
    let isWhole = true;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      head += next.value;
      isWhole = head.length < HEAD_CHARACTERS;
      if (!isWhole) break;
    }
    const detected = detectDialect(head, isWhole && stream.failure === null, delimiter, options.skipLines);
    const { dialect, recordsAt, firstLine, skippedLines } = detected;
    const parser = new CsvParser(dialect, firstLine, options.limits ?? CSV_LIMITS);
    const rows = rowsOf(head.slice(recordsAt), pieces, parser, stream);
    const first = await rows.next();
    const top = first.done ? undefined : first.value[0];
    if (first.done || top === undefined) {
      throw new CsvError('no_header', 'the file holds no header line', 'its first line must name the columns');
    }
    if (dialect.quote === undefined) refuseOtherQuotes(first.value);
    const header: CsvRow = { cells: top.cells, line: top.line };
    const close = async (): Promise<void> => {
      await rows.return();
      await pieces.return();
    };
    const batches = remaining(first.value.slice(1), rows, close);
    const isTitle =
      header.cells.filter((cell) => cell.trim() !== '').length < 2 || /^\s*(?:#|\/\/)/.test(top.cells[0] ?? '');
    // Below rows of several lines, no count of lines would be right.
    const next = first.value.slice(1, 1 + LINES_BELOW).filter(({ line }, at) => at === 0 || line === top.line + at + 1);
    const below = isTitle
      ? headersBelow(head, isWhole, delimiter)
      : [...Array<string[]>(skippedLines).fill([]), ...next.map(({ cells }) => cells)];
    return {
      header,
      dialect,
      belowHeader: options.skipLines === undefined ? below : undefined,
      skippedLines,
      batches,
      encoding: () => stream.encoding,
      guess: () => stream.guess,
      bytesRead: () => read.bytes,
      close,
    };
  } catch (error) {
    await pieces.return();
    throw error;
  }
}

/** Rows that are looked at, and how many of them have to have such cells. */
const QUOTED_ROWS = 50;
const QUOTED_ROWS_MIN = 2;
const SINGLE_QUOTED = /^'[^']+'$/;

/** Of print, of Markdown, and of a cell that was quoted twice. */
const QUOTED_OTHERWISE = /^(?:[“”„].+[“”]|«.+»|».+«|‘.+’|`.+`|".+")$/;

function areQuotedOtherwise({ cells }: CsvRow): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.length > 1 && filled.every((cell) => QUOTED_OTHERWISE.test(cell));
}

/**
 * Throws CsvError where half of the rows have cells in single quotes, which are no quotes of this file, and where all names of columns,
 * or all cells of half of the rows, are in quotes that no CSV file has: a delimiter within them divides the others.
 */
function refuseOtherQuotes(rows: readonly CsvRow[]): void {
  const some = rows.slice(0, QUOTED_ROWS).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [header, ...below] = some;
  if (header !== undefined && areQuotedOtherwise(header)) throw quotedOtherwise(header);
  const otherwise = below.filter(areQuotedOtherwise);
  if (otherwise[0] !== undefined && otherwise.length * 2 >= below.length) throw quotedOtherwise(otherwise[0]);
  const quoted = some.filter(({ cells }) => cells.some((cell) => SINGLE_QUOTED.test(cell.trim())));
  const [first] = quoted;
  if (first !== undefined && quoted.length >= QUOTED_ROWS_MIN && quoted.length * 2 >= some.length)
    throw partlyQuoted(first.line);
}

const LINES_BELOW = 10;

/** The header of the file without its first line, without its first two, and so on. */
function headersBelow(head: string, isWhole: boolean, delimiter: string | undefined): (readonly string[])[] {
  const lines = head.match(/\r\n|\n|\r/g)?.length ?? 0;
  return Array.from({ length: Math.min(LINES_BELOW, lines) }, (_, index) => {
    const { dialect, recordsAt } = detectDialect(head, isWhole, delimiter, index + 1);
    return new CsvParser(dialect).push(`${head.slice(recordsAt)}\n`)[0]?.cells ?? [];
  });
}

export async function* remaining(
  first: readonly CsvRow[],
  rows: AsyncGenerator<readonly CsvRow[], void, void>,
  close: () => Promise<void>,
): AsyncGenerator<readonly CsvRow[], void, void> {
  try {
    if (first.length > 0) yield first;
    yield* rows;
  } finally {
    await close();
  }
}

/** The rows of the head and of the pieces after it; then, where there is one, the failure, with its line. */
async function* rowsOf(
  head: string,
  pieces: AsyncGenerator<string, void, void>,
  parser: CsvParser,
  stream: TextStream,
): AsyncGenerator<readonly CsvRow[], void, void> {
  let rows = parser.push(head);
  if (rows.length > 0) yield rows;
  for (;;) {
    if (parser.failure !== null) throw parser.failure;
    const next = await pieces.next();
    if (next.done) break;
    rows = parser.push(next.value);
    if (rows.length > 0) yield rows;
  }
  if (stream.failure !== null) {
    const { byteOffset, message } = stream.failure;
    const hint = `name the encoding of the file, as in --encoding ${stream.guess === null ? 'windows-1252' : 'shift_jis'} (or windows-1250, windows-1251, cp850, macintosh, gbk, …)`;
    throw new CsvError('bad_encoding', `${message} (byte ${byteOffset} of the file)`, hint, parser.endPlace);
  }
  rows = parser.end();
  if (rows.length > 0) yield rows;
  if (parser.failure !== null) throw parser.failure;
}

/** Without the apostrophes of cells that our export guarded. */
export const unguardedRow = (row: CsvRow): CsvRow => ({ ...row, cells: row.cells.map(unguardCell) });

async function* piecesOf(source: AsyncIterable<Uint8Array>, stream: TextStream, read: { bytes: number }) {
  for await (const bytes of source) {
    read.bytes += bytes.length;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      yield* decided(stream.push(bytes.subarray(at, at + PIECE_BYTES)), stream);
    if (stream.failure !== null) return;
  }
  yield* decided(stream.end(), stream);
}

async function* decided(text: string, stream: TextStream): AsyncGenerator<string, void, void> {
  const all = stream.isUndecided ? text + (await stream.decide()) : text;
  if (all !== '') yield all;
}
