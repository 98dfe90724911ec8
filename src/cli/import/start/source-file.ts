// The file to import: read once in full before anything is sent (is it CSV to its end, which content is it, how many rows),
// and then row by row.

import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CliError, UsageError } from '../../app/exit.ts';
import { CsvError } from '../../files/csv/error.ts';
import type { Dialect, Row } from '../../files/csv/parser.ts';
import { type CsvFile, readCsv } from '../../files/csv/read.ts';
import { reasonOf } from '../../files/system-error.ts';

export interface ReadOptions {
  readonly delimiter: string | null;
  readonly encoding: string | null;
}

export interface Survey {
  readonly sha256: string;
  readonly bytes: number;
  readonly header: Row;
  readonly firstRow: Row | null;
  /** Records below the header, blank ones included. */
  readonly records: number;
  readonly dialect: Dialect;
  readonly encoding: string;
}

const READ_BYTES = 256 * 1024;

/** What names a state of the file: where any of it changes, the content may have changed. */
export type Fingerprint = Pick<Stats, 'size' | 'mtimeMs' | 'ino'>;

/** Throws UsageError for a file that cannot be read. `shown` is what the user calls it. */
export async function fingerprint(path: string, shown: string): Promise<Fingerprint> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new UsageError(`cannot read ${shown}: it is a directory`);
    return { size: found.size, mtimeMs: found.mtimeMs, ino: found.ino };
  } catch (error) {
    throw error instanceof CliError ? error : new UsageError(`cannot read ${shown}: ${reasonOf(error)}`);
  }
}

async function* bytesOf(path: string, shown: string, onChunk: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
      onChunk(chunk);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof CliError ? error : new UsageError(`cannot read ${shown}: ${reasonOf(error)}`);
  }
}

/** The error with the file's name and place before it, as compilers and editors have it. */
function withPlace(error: unknown, shown: string): unknown {
  if (!(error instanceof CsvError)) return error;
  const { line, column, code, message, hint, details, exit } = error;
  const place = line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`;
  return new CliError(exit, code, exit === 'usage' ? message : `${shown}${place}: ${message}`, { hint, details });
}

/** Opens the file for its rows. Errors carry the file's name and the line. */
export async function openRows(path: string, shown: string, options: ReadOptions): Promise<CsvFile> {
  return await open(path, shown, options, () => {});
}

async function open(
  path: string,
  shown: string,
  { delimiter, encoding }: ReadOptions,
  onChunk: (chunk: Uint8Array) => void,
): Promise<CsvFile> {
  try {
    const csv = await readCsv(bytesOf(path, shown, onChunk), {
      unguard: true,
      delimiter: delimiter ?? undefined,
      encoding: encoding ?? undefined,
    });
    return { ...csv, batches: withPlaces(csv.batches, shown) };
  } catch (error) {
    throw withPlace(error, shown);
  }
}

async function* withPlaces(batches: AsyncIterable<readonly Row[]>, shown: string): AsyncGenerator<readonly Row[]> {
  try {
    yield* batches;
  } catch (error) {
    throw withPlace(error, shown);
  }
}

/** Reads the whole file once. Throws CliError for one that is no CSV file somewhere, so that nothing of it is sent. */
export async function survey(path: string, shown: string, options: ReadOptions): Promise<Survey> {
  const hash = createHash('sha256');
  let bytes = 0;
  const csv = await open(path, shown, options, (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  let records = 0;
  let firstRow: Row | null = null;
  for await (const batch of csv.batches) {
    firstRow ??= batch.find(({ cells }) => cells.some((cell) => cell.trim() !== '')) ?? null;
    records += batch.length;
  }
  const { header, dialect } = csv;
  return { sha256: hash.digest('hex'), bytes, header, firstRow, records, dialect, encoding: csv.encoding() };
}
