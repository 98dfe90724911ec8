// JSON as a table: one object a line, or one array of objects. A nested value has the path as its column: `company.name`.

import { isObject } from '../../../contract/json.ts';
import { keepApostrophe } from '../../terminal/formats/csv.ts';
import { TextStream } from '../csv/decode.ts';
import { CsvError } from '../csv/error.ts';
import type { CsvRow } from '../csv/parser.ts';
import { JsonTextError, parseJsonText } from '../json-text.ts';
import type { RowSource } from './source.ts';

const DEPTH_MAX = 8;
const COLUMNS_MAX = 2_000;
/** Of one record, in characters. */
const RECORD_MAX = 4_000_000;
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
  const stream = new TextStream('utf-8');
  let [line, column] = [1, 1];
  const text = function* (piece: string): Generator<string> {
    const lines = piece.split('\n');
    line += lines.length - 1;
    column = (lines.length > 1 ? 1 : column) + (lines.at(-1) ?? '').length;
    if (piece !== '') yield piece;
    if (stream.failure === null) return;
    const hint = 'JSON is UTF-8: save the file as such';
    throw new CsvError('bad_encoding', stream.failure.message, hint, { line, column });
  };
  for await (const chunk of bytes) yield* text(stream.push(chunk));
  yield* text(stream.end());
}

async function* lineRecords(texts: AsyncIterable<string>): AsyncGenerator<JsonRecord, void, void> {
  let rest = '';
  let line = 0;
  const record = function* (text: string): Generator<JsonRecord> {
    line += 1;
    if (text.trim() === '{') throw notJson('an object begins here that goes over several lines', line);
    if (text.trim() !== '') yield recordOf(parsed(text, line), line, line);
  };
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > RECORD_MAX) throw notJson('a line is too long', line + 1);
    for (const one of lines) yield* record(one);
  }
  yield* record(rest);
}

function parsed(text: string, line: number): unknown {
  try {
    return parseJsonText(text, 'text');
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw notJson(error.message, line + error.line - 1, error.column);
  }
}

async function* arrayRecords(texts: AsyncIterable<string>): AsyncGenerator<JsonRecord, void, void> {
  const elements = new ArrayElements();
  let count = 0;
  for await (const text of texts) {
    for (const element of elements.push(text)) {
      count += 1;
      const value = parsed(element.text, element.line);
      const space = element.text.length - element.text.trimStart().length;
      yield recordOf(value, count, element.line + element.text.slice(0, space).split('\n').length - 1);
    }
  }
  if (!elements.isClosed) throw notJson('the array is not closed', elements.line);
}

/** Cuts a JSON array into the texts of its elements, however it arrives. What they hold is looked at when they are parsed. */
class ArrayElements {
  line = 1;
  isClosed = false;
  #text = '';
  #line = 1;
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  #hasElements = false;

  *push(text: string): Generator<{ readonly text: string; readonly line: number }> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (character === '\n') this.line += 1;
      if (this.isClosed) {
        if (character.trim() !== '') throw notJson('there is text behind the array', this.line);
      } else if (this.#isString) {
        this.#isString = character !== '"' || this.#isEscaped;
        this.#isEscaped = character === '\\' && !this.#isEscaped;
      } else if (character === '"') this.#isString = true;
      else if ('[{'.includes(character)) {
        this.#depth += 1;
        if (this.#depth === 1) from = at + 1;
      } else if (']}'.includes(character)) this.#depth -= 1;
      const isEnd = this.#depth === 0 && character === ']';
      if (this.isClosed || this.#isString || !(isEnd || (this.#depth === 1 && character === ','))) continue;
      const element = this.#text + text.slice(from, at);
      this.#text = '';
      from = at + 1;
      this.isClosed = isEnd;
      // Only an empty array has an empty element.
      if (element.trim() !== '' || !isEnd || this.#hasElements) yield { text: element, line: this.#line };
      this.#hasElements = true;
      this.#line = this.line;
    }
    if (this.#depth > 0) this.#text += text.slice(from);
    if (this.#text.length > RECORD_MAX) throw notJson('a record is too long', this.#line);
  }
}

/** `place`: its line in the file. */
function recordOf(value: unknown, line: number, place: number): JsonRecord {
  if (!isObject(value)) throw notJson('a record must be a JSON object', place);
  const values = new Map<string, string>();
  flatten(value, '', 0, values, place);
  return { values, line };
}

function flatten(value: unknown, name: string, depth: number, into: Map<string, string>, place: number): void {
  if (isObject(value) && depth < DEPTH_MAX) {
    for (const [key, inner] of Object.entries(value))
      flatten(inner, name === '' ? key : `${name}.${key}`, depth + 1, into, place);
  } else if (into.has(name)) throw notJson(`${JSON.stringify(name)} is there twice`, place);
  else into.set(name, textOf(value));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return keepApostrophe(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function notJson(message: string, line: number, column: number | null = null): CsvError {
  const hint = 'give one JSON object a line, or an array of objects';
  return new CsvError('not_json', message, hint, { line, column });
}
