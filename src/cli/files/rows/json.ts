// JSON as a table: one object a line, or one array of objects. A nested value has the path as its column: `company.name`.

import { JSONParser } from '@streamparser/json';
import { isObject } from '../../../contract/json.ts';
import { CsvError } from '../csv/error.ts';
import type { CsvRow } from '../csv/parser.ts';
import type { RowSource } from './source.ts';

const DEPTH_MAX = 8;
const COLUMNS_MAX = 2_000;
const LINE_MAX = 4_000_000;
const BATCH = 500;

interface JsonRecord {
  readonly values: ReadonlyMap<string, string>;
  /** Its line; of an array, which record it is. */
  readonly line: number;
}

/**
 * Reads twice: what one record does not have, a later one may, and the header comes first. `bytes` opens the source again.
 * Throws CsvError `not_json` with the line, `no_header` where no record has a value.
 */
export async function readJson(bytes: (pass: 'header' | 'rows') => AsyncIterable<Uint8Array>): Promise<RowSource> {
  const names = new Map<string, number>();
  for await (const { values } of recordsOf(bytes('header'))) {
    for (const name of values.keys()) if (!names.has(name)) names.set(name, names.size);
    if (names.size > COLUMNS_MAX)
      throw new CsvError('not_json', `more than ${COLUMNS_MAX} different names`, 'import a file with fewer columns');
  }
  if (names.size === 0)
    throw new CsvError('no_header', 'the file holds no record', 'give one JSON object a line, or an array of objects');
  const records = recordsOf(bytes('rows'));
  const close = async () => void (await records.return(undefined));
  return {
    header: { cells: [...names.keys()], line: 1 },
    dialect: { delimiter: ',', newline: '\n' },
    skippedLines: 0,
    batches: rowsOf(records, names),
    encoding: () => 'utf-8',
    bytesRead: () => 0,
    close,
  };
}

async function* rowsOf(
  records: AsyncIterable<JsonRecord>,
  names: ReadonlyMap<string, number>,
): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  for await (const { values, line } of records) {
    const cells = Array.from({ length: names.size }, () => '');
    for (const [name, text] of values) cells[names.get(name) ?? 0] = text;
    batch.push({ cells, line });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* recordsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<JsonRecord, void, void> {
  const texts = decoded(bytes);
  try {
    let head = '';
    for (let next = await texts.next(); !next.done; next = await texts.next()) {
      head += next.value;
      if (head.trimStart() !== '') break;
    }
    const rest = async function* () {
      yield head;
      for (let next = await texts.next(); !next.done; next = await texts.next()) yield next.value;
    };
    yield* head.trimStart().startsWith('[') ? arrayRecords(rest()) : lineRecords(rest());
  } finally {
    // Of a file that is given up, too: it is open.
    await texts.return(undefined);
  }
}

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CsvError('bad_encoding', 'the file is not UTF-8', 'JSON is UTF-8: save the file as such');
  }
}

async function* lineRecords(texts: AsyncIterable<string>): AsyncGenerator<JsonRecord, void, void> {
  let rest = '';
  let line = 0;
  const record = function* (text: string): Generator<JsonRecord> {
    line += 1;
    if (text.trim() === '') return;
    yield recordOf(parsedLine(text, line), line);
  };
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_MAX) throw notJson('a line is too long', line + 1);
    for (const one of lines) yield* record(one);
  }
  yield* record(rest);
}

function parsedLine(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson('the line is not a JSON object', line);
  }
}

async function* arrayRecords(texts: AsyncIterable<string>): AsyncGenerator<JsonRecord, void, void> {
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
  let ready: unknown[] = [];
  let problem: Error | null = null;
  parser.onValue = ({ value }) => void ready.push(value);
  parser.onError = (error) => {
    problem = error;
  };
  let count = 0;
  let line = 1;
  for await (const text of texts) {
    if (!parser.isEnded) parser.write(text);
    if (problem !== null) throw notJson('the text is not JSON', line);
    line += text.split('\n').length - 1;
    const values = ready;
    ready = [];
    for (const value of values) {
      count += 1;
      yield recordOf(value, count);
    }
  }
  if (!parser.isEnded) throw notJson('the array is not closed', line);
}

function recordOf(value: unknown, line: number): JsonRecord {
  if (!isObject(value)) throw notJson('a record must be a JSON object', line);
  const values = new Map<string, string>();
  flatten(value, '', 0, values);
  return { values, line };
}

function flatten(value: unknown, name: string, depth: number, into: Map<string, string>): void {
  if (isObject(value) && depth < DEPTH_MAX) {
    for (const [key, inner] of Object.entries(value))
      flatten(inner, name === '' ? key : `${name}.${key}`, depth + 1, into);
  } else into.set(name, textOf(value));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function notJson(message: string, line: number): CsvError {
  const hint = 'give one JSON object a line, or an array of objects';
  return new CsvError('not_json', message, hint, { line, column: null });
}
