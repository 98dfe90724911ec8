// The formats of an export: the one that the name of its file asks for, and what is written.

import { pipeline, Readable } from 'node:stream';
import { own } from '../../../contract/dictionary.ts';
import { UsageError } from '../../terminal/exit.ts';
import { plainCell } from '../../terminal/formats/cells.ts';
import { csvLine } from '../../terminal/formats/csv.ts';
import { guardCell, keepApostrophe } from '../../terminal/formats/csv-guard.ts';
import { json } from '../../terminal/formats/rows.ts';
import { EXPORT_FORMATS } from './export-options.ts';

type ExportKind = (typeof EXPORT_FORMATS)[number];

export interface ExportFormat {
  readonly kind: ExportKind;
  readonly isGzip: boolean;
}

const BY_EXTENSION: Readonly<Record<string, ExportKind | 'any'>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xlsx: 'xlsx',
  txt: 'any',
};

/** Throws UsageError for a name that says something else than what would be written. */
export function exportFormat(format: ExportKind | undefined, file: string | undefined): ExportFormat {
  const isGzip = /\.gz$/i.test(file ?? '');
  const extension = /\.([a-z][a-z0-9]{1,9})$/i.exec((file ?? '').replace(/\.gz$/i, ''))?.[1]?.toLowerCase();
  const byName = extension === undefined ? 'any' : own(BY_EXTENSION, extension);
  if (byName === undefined && format === undefined)
    throw new UsageError(`export does not write .${extension}`, {
      hint: `it writes ${EXPORT_FORMATS.map((name) => `.${name}`).join(', ')}, and .gz of them; --format for a file of another name`,
    });
  if (format !== undefined && byName !== undefined && byName !== 'any' && byName !== format)
    throw new UsageError(`--format ${format} does not go with ${file}`, { hint: 'leave it out, or change the name' });
  const kind = format ?? (byName === 'any' || byName === undefined ? 'csv' : byName);
  if (kind === 'xlsx' && (file === undefined || file === '-'))
    throw new UsageError('a workbook is written to a file', { hint: '--file NAME.xlsx' });
  if (kind === 'xlsx' && isGzip) throw new UsageError('a workbook is packed already', { hint: '--file NAME.xlsx' });
  return { kind, isGzip };
}

export interface ExportTable {
  readonly rows: AsyncIterable<unknown>;
  readonly columns: readonly string[];
  readonly cellOf: (row: unknown, column: string) => unknown;
  /** A row as JSON has it. */
  readonly record: (row: unknown) => unknown;
  readonly guard: boolean;
  readonly bom: boolean;
  /** Of the sheet in a workbook. */
  readonly title: string;
}

/** Texts only: what is a number for the service may be one for a spreadsheet. */
function guarded(value: unknown): string {
  const cell = plainCell(value);
  return typeof value === 'number' || typeof value === 'boolean' ? cell : guardCell(cell);
}

async function* csvText(table: ExportTable, delimiter: string): AsyncGenerator<string, void, void> {
  const { rows, columns, cellOf, guard, bom } = table;
  const cell = guard ? guarded : plainCell;
  yield (bom ? '\uFEFF' : '') + csvLine(columns.map(cell), { delimiter });
  for await (const row of rows)
    yield csvLine(
      columns.map((column) => cell(cellOf(row, column))),
      { delimiter },
    );
}

async function* ndjsonText({ rows, record }: ExportTable): AsyncGenerator<string, void, void> {
  for await (const row of rows) yield `${json(record(row))}\n`;
}

async function* jsonText(table: ExportTable): AsyncGenerator<string, void, void> {
  let before = '[\n';
  for await (const row of table.rows) {
    yield before + json(table.record(row));
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

/** Excel has no more lines. */
const SHEET_ROWS_MAX = 1_048_575;

async function* sheetRows({ rows, columns, cellOf }: ExportTable): AsyncGenerator<(string | number | boolean)[]> {
  yield columns.map(keepApostrophe);
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > SHEET_ROWS_MAX)
      throw new UsageError(`a sheet has room for ${SHEET_ROWS_MAX} rows`, { hint: 'export to .csv' });
    yield columns.map((column) => {
      const value = cellOf(row, column);
      return typeof value === 'number' || typeof value === 'boolean' ? value : keepApostrophe(plainCell(value));
    });
  }
}

const PIECE_CHARACTERS = 32 * 1024;

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function textOf(kind: Exclude<ExportKind, 'xlsx'>, table: ExportTable): AsyncIterable<string> {
  switch (kind) {
    case 'csv':
      return csvText(table, ',');
    case 'tsv':
      return csvText(table, '\t');
    case 'json':
      return jsonText(table);
    case 'ndjson':
      return ndjsonText(table);
  }
}

/** The table as it is written, in pieces: memory is constant. */
export async function* exported(
  { kind, isGzip }: ExportFormat,
  table: ExportTable,
): AsyncGenerator<string | Uint8Array> {
  if (kind === 'xlsx') {
    const { xlsxBytes } = await import('../../files/rows/write-xlsx.ts');
    return yield* xlsxBytes(table.title, sheetRows(table));
  }
  const text = inPieces(textOf(kind, table));
  if (!isGzip) return yield* text;
  const { createGzip } = await import('node:zlib');
  yield* pipeline(Readable.from(text, { objectMode: false }), createGzip(), () => {});
}
