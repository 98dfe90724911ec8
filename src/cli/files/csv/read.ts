// A CSV file as a stream of row batches: bytes to text to rows, in constant memory.

import type { RowSource } from '../rows/source.ts';
import { TextStream } from './decode.ts';
import { detectDialect, namedDelimiter } from './dialect.ts';
import { CsvError } from './error.ts';
import { mayHoldGuarded, unguardCell } from './guard.ts';
import { CSV_LIMITS, type CsvLimits, CsvParser, type CsvRow } from './parser.ts';

export interface CsvReadOptions {
  /** Instead of what the bytes say; a byte order mark still wins. See `namedEncoding`. */
  readonly encoding?: string | undefined;
  /** Instead of what the head says, `sep=` included: a character or a name such as `tab`. */
  readonly delimiter?: string | undefined;
  /** Takes the apostrophe off cells that our export guarded. Off: every character is kept. */
  readonly unguard?: boolean | undefined;
  readonly limits?: CsvLimits | undefined;
  /** Lines above the header; undefined: detected. */
  readonly skipLines?: number | undefined;
}

// Text of this size stays in the processor's cache while it is cut up: half again as fast as 256 KiB.
const BLOCK_BYTES = 64 * 1024;
const APOSTROPHE = 0x27;
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
  const texts = textsOf(source, stream, read);
  try {
    let head = '';
    let isWhole = true;
    for (let next = await texts.next(); !next.done; next = await texts.next()) {
      head += next.value;
      isWhole = head.length < HEAD_CHARACTERS;
      if (!isWhole) break;
    }
    const detected = detectDialect(head, isWhole && stream.failure === null, delimiter, options.skipLines);
    const { dialect, recordsAt, firstLine, skippedLines } = detected;
    const parser = new CsvParser(dialect, firstLine, options.limits ?? CSV_LIMITS);
    const rows = rowsOf(head.slice(recordsAt), texts, parser, stream, options.unguard === true, dialect.delimiter);
    const first = await rows.next();
    const header = first.done ? undefined : first.value[0];
    if (first.done || header === undefined) {
      throw new CsvError('no_header', 'the file holds no header line', 'its first line must name the columns');
    }
    const close = async (): Promise<void> => {
      await rows.return();
      await texts.return();
    };
    const batches = remaining(first.value.slice(1), rows, close);
    return {
      header,
      dialect,
      skippedLines,
      batches,
      encoding: () => stream.encoding,
      bytesRead: () => read.bytes,
      close,
    };
  } catch (error) {
    await texts.return();
    throw error;
  }
}

async function* remaining(
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

/** The rows of the head and of the texts after it; then, where there is one, the failure, with its line. */
async function* rowsOf(
  head: string,
  texts: AsyncGenerator<string, void, void>,
  parser: CsvParser,
  stream: TextStream,
  unguard: boolean,
  delimiter: string,
): AsyncGenerator<readonly CsvRow[], void, void> {
  // What is left of a text is read with the next one.
  let mayBeGuarded = false;
  const rowsIn = (text: string): readonly CsvRow[] => {
    const isMarked = unguard && mayHoldGuarded(text, delimiter);
    mayBeGuarded ||= isMarked;
    const rows = parser.push(text);
    if (rows.length === 0) return rows;
    const finished = mayBeGuarded ? rows.map(unguarded) : rows;
    mayBeGuarded = isMarked;
    return finished;
  };
  let rows = rowsIn(head);
  if (rows.length > 0) yield rows;
  for (;;) {
    if (parser.failure !== null) throw parser.failure;
    const next = await texts.next();
    if (next.done) break;
    rows = rowsIn(next.value);
    if (rows.length > 0) yield rows;
  }
  if (stream.failure !== null) {
    const { byteOffset, message } = stream.failure;
    const hint = `the file was read as ${stream.encoding}; if it is something else, say so, as in --encoding windows-1252`;
    const place = { line: parser.lastLine, column: null };
    throw new CsvError('bad_encoding', `${message} (byte ${byteOffset} of the file)`, hint, place);
  }
  rows = mayBeGuarded ? parser.end().map(unguarded) : parser.end();
  if (rows.length > 0) yield rows;
  if (parser.failure !== null) throw parser.failure;
}

function unguarded(row: CsvRow): CsvRow {
  const { cells, line } = row;
  for (const cell of cells) if (cell.charCodeAt(0) === APOSTROPHE) return { cells: cells.map(unguardCell), line };
  return row;
}

async function* textsOf(
  source: AsyncIterable<Uint8Array>,
  stream: TextStream,
  read: { bytes: number },
): AsyncGenerator<string, void, void> {
  for await (const block of blocksOf(source)) {
    read.bytes += block.length;
    const text = stream.push(block);
    if (text !== '') yield text;
    if (stream.failure !== null) return;
  }
  const text = stream.end();
  if (text !== '') yield text;
}

/** The same bytes in pieces of one size, however they arrive: big enough to be quick, small enough for little memory. */
async function* blocksOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    held.push(chunk);
    size += chunk.length;
    if (size < BLOCK_BYTES) continue;
    const bytes = held.length === 1 ? chunk : Buffer.concat(held, size);
    let at = 0;
    for (; size - at >= BLOCK_BYTES; at += BLOCK_BYTES) yield bytes.subarray(at, at + BLOCK_BYTES);
    held = at < size ? [bytes.subarray(at)] : [];
    size -= at;
  }
  if (size > 0) yield Buffer.concat(held, size);
}
