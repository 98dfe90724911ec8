// The file to import: read once in full before anything is sent (is it CSV to its end, which content is it, how many rows),
// and then row by row.

import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { append } from '../../../contract/append.ts';
import { counted, firstOf } from '../../../contract/english.ts';
import { damageIn } from '../../../rules/records/text-damage.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { isSystemError, reasonOf } from '../../terminal/system-error.ts';
import type { EncodingGuess } from '../csv/decode.ts';
import { CsvError } from '../csv/error.ts';
import type { CsvRow } from '../csv/parser.ts';
import { readCsv, unguardedRow } from '../csv/read.ts';
import { type FileFormat, fileFormat } from './format.ts';
import type { IgnoredCells, RowOptions, RowSource } from './source.ts';

export interface SourceSurvey {
  readonly sha256: string;
  readonly bytes: number;
  readonly header: CsvRow;
  /** The first rows that have a value. */
  readonly samples: readonly CsvRow[];
  /** Records below the header, blank ones included. */
  readonly records: number;
  readonly skippedLines: number;
  readonly encoding: string;
  /** Cells right of the table. */
  readonly ignored: IgnoredCells | null;
  readonly sheet: RowSource['sheet'];
  readonly guess: EncodingGuess | null;
  /** Cells whose text was damaged before, and the first of them. */
  readonly damaged: { readonly count: number; readonly first: string } | null;
  /** Of a file whose first line names no columns: what the lines below it would be as headers. */
  readonly belowHeader: RowSource['belowHeader'];
}

/** What is said of an encoding that was guessed. */
export const guessLine = ({ encoding, word }: EncodingGuess): string =>
  `read as ${encoding}: ${JSON.stringify(word)}; another: --encoding`;

const READ_BYTES = 256 * 1024;

/** What names a state of the file: where any of it changes, the content may have changed. */
export type Fingerprint = Pick<Stats, 'size' | 'mtimeMs' | 'ino'>;

/** Throws UsageError for a file that cannot be read. `displayed` is what the user calls it. */
export async function fingerprint(path: string, displayed: string): Promise<Fingerprint> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new UsageError(`cannot read ${displayed}: it is a directory`);
    // It is read twice: once to its end before anything is sent.
    if (!found.isFile())
      throw new UsageError(`cannot read ${displayed}: it is not a regular file`, {
        hint: 'pipe it in: reach … import -',
      });
    return { size: found.size, mtimeMs: found.mtimeMs, ino: found.ino };
  } catch (error) {
    throw error instanceof CliError ? error : new UsageError(`cannot read ${displayed}: ${reasonOf(error)}`);
  }
}

type OnChunk = (chunk: Uint8Array) => void;

/** The bytes of a file in one buffer: each piece is written over once the next is asked for. */
async function* readInto(buffer: Buffer, path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The file's bytes, unpacked; `onChunk` gets them as they stand in the file. Each piece only lasts until the next. */
async function* bytesOf(
  path: string,
  displayed: string,
  { isGzip, entry }: FileFormat,
  onChunk: OnChunk,
): AsyncGenerator<Uint8Array> {
  // What unpacks a file reads ahead. A buffer for each piece would be half of the memory that an import takes.
  const read = () =>
    isGzip ? createReadStream(path, { highWaterMark: READ_BYTES }) : readInto(Buffer.allocUnsafeSlow(READ_BYTES), path);
  const packed = async function* () {
    for await (const chunk of read()) {
      onChunk(chunk);
      yield chunk as Uint8Array;
    }
  };
  try {
    if (entry !== undefined) {
      for await (const _ of packed());
      const { bytesOfEntry } = await import('./zip.ts');
      yield* bytesOfEntry(path, entry);
    } else if (isGzip) {
      const { createGunzip } = await import('node:zlib');
      yield* pipeline(packed, createGunzip(), () => {});
    } else yield* packed();
  } catch (error) {
    throw error instanceof CliError ? error : new UsageError(`cannot read ${displayed}: ${reasonOf(error)}`);
  }
}

/** The error with the file's name and place before it, as compilers and editors have it. */
function withPlace(error: unknown, displayed: string): unknown {
  if (!(error instanceof CsvError)) return error;
  const { line, column, code, message, hint, details, exit } = error;
  const place = line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`;
  return new CliError(exit, code, exit === 'usage' ? message : `${displayed}${place}: ${message}`, { hint, details });
}

/**
 * Opens the file for its rows: CSV, JSON or an Excel workbook. Errors carry the file's name and the line. Cells that our export guarded
 * have their apostrophe, but for those of the header.
 */
export async function openRows(path: string, displayed: string, options: RowOptions): Promise<RowSource> {
  return await openSource(path, displayed, options, () => {});
}

async function openSource(path: string, displayed: string, options: RowOptions, onChunk: OnChunk): Promise<RowSource> {
  try {
    await fingerprint(path, displayed);
    const format = await fileFormat(path, displayed);
    checkOptions(format, options, displayed);
    const source = await openFormat(path, displayed, format, options, onChunk);
    return { ...source, header: unguardedRow(source.header), batches: withPlaces(source.batches, displayed) };
  } catch (error) {
    throw isSystemError(error)
      ? new UsageError(`cannot read ${displayed}: ${reasonOf(error)}`)
      : withPlace(error, displayed);
  }
}

/** Options of another kind of file are a mistake that would go unnoticed. */
function checkOptions({ kind }: FileFormat, options: RowOptions, displayed: string): void {
  const wrong =
    (kind !== 'xlsx' && options.sheet !== undefined && '--sheet') ||
    (kind === 'json' && options.skipLines !== undefined && '--skip-lines') ||
    (kind !== 'csv' && options.delimiter !== null && '--delimiter') ||
    (kind !== 'csv' && options.encoding !== null && '--encoding');
  if (wrong) throw new UsageError(`${wrong} does not apply to ${displayed}: it is ${KIND_NAMES[kind]}`);
}

const KIND_NAMES = { csv: 'a CSV file', json: 'JSON', xlsx: 'an Excel workbook' } as const;

async function openFormat(
  path: string,
  displayed: string,
  format: FileFormat,
  options: RowOptions,
  onChunk: OnChunk,
): Promise<RowSource> {
  const { kind } = format;
  if (kind === 'xlsx') {
    let size = 0;
    for await (const { length } of bytesOf(path, displayed, format, onChunk)) size += length;
    const { readXlsx } = await import('./xlsx.ts');
    return await readXlsx(path, options, size);
  }
  let read = 0;
  const count: OnChunk = (chunk) => {
    read += chunk.length;
  };
  if (kind === 'json') {
    const { readJson } = await import('./json.ts');
    const source = await readJson((pass) => bytesOf(path, displayed, format, pass === 'header' ? onChunk : count));
    return { ...source, bytesRead: () => read };
  }
  const { delimiter, encoding, skipLines } = options;
  const input = { delimiter: delimiter ?? undefined, encoding: encoding ?? undefined, skipLines };
  const bytes = bytesOf(path, displayed, format, (chunk) => {
    count(chunk);
    onChunk(chunk);
  });
  return { ...(await readCsv(bytes, input)), bytesRead: () => read };
}

async function* withPlaces(
  batches: AsyncIterable<readonly CsvRow[]>,
  displayed: string,
): AsyncGenerator<readonly CsvRow[]> {
  try {
    yield* batches;
  } catch (error) {
    throw withPlace(error, displayed);
  }
}

export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) hash.update(chunk);
  return hash.digest('hex');
}

const SAMPLES = 20;

const samplesOf = (rows: readonly CsvRow[], known: number): CsvRow[] =>
  rows
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, SAMPLES - known)
    .map(unguardedRow);

/** Reads the whole file once. Throws CliError for one that is damaged somewhere, so that nothing of it is sent. */
export async function survey(path: string, displayed: string, options: RowOptions): Promise<SourceSurvey> {
  const hash = createHash('sha256');
  let bytes = 0;
  const source = await openSource(path, displayed, options, (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  let records = 0;
  const samples: CsvRow[] = [];
  const damaged = { count: 0, first: '' };
  for await (const batch of source.batches) {
    if (samples.length < SAMPLES) append(samples, samplesOf(batch, samples.length));
    records += batch.length;
    for (const { cells, line } of batch) {
      for (const [at, cell] of cells.entries()) {
        const damage = damageIn(cell);
        if (damage === null) continue;
        const first = `${displayed}:${line}, column ${at + 1} (${source.header.cells[at] ?? ''}): ${JSON.stringify(damage.word)}`;
        damaged.count += 1;
        damaged.first ||= first;
      }
    }
  }
  const { header, skippedLines, sheet } = source;
  const ignored = source.ignoredCells?.() ?? null;
  const encoding = source.encoding();
  const guess = source.guess?.() ?? null;
  return {
    sha256: hash.digest('hex'),
    ...{ bytes, header, samples, records, skippedLines, encoding, ignored, sheet, guess },
    damaged: damaged.count === 0 ? null : damaged,
    belowHeader: source.belowHeader,
  };
}

export const ignoredText = ({ count, line, merged, hiddenRows }: IgnoredCells): string =>
  [
    ...(hiddenRows > 0 ? [`${counted(hiddenRows, 'hidden row')} read, too`] : []),
    ...(count > 0 ? [`${counted(count, 'cell')} right of the table ignored (first: line ${line})`] : []),
    ...(merged.length > 0 ? [`merged cells, of which only the first row gets the value: ${firstOf(merged, 3)}`] : []),
  ].join('; ');

/** The same rows, with the first of them seen before. */
export async function withSamples(source: RowSource): Promise<RowSource & Pick<SourceSurvey, 'samples'>> {
  const batches = source.batches[Symbol.asyncIterator]();
  const seen: (readonly CsvRow[])[] = [];
  const samples: CsvRow[] = [];
  while (samples.length < SAMPLES) {
    const { value, done } = await batches.next();
    if (done === true) break;
    seen.push(value);
    append(samples, samplesOf(value, samples.length));
  }
  async function* all() {
    yield* seen;
    yield* { [Symbol.asyncIterator]: () => batches };
  }
  return { ...source, batches: all(), samples };
}
