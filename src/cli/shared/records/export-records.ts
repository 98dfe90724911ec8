// The work of export: every record, chosen fields, constant memory; what it writes can be imported again.

import { pipeline, Readable } from 'node:stream';
import { ApiError } from '../../../client/errors.ts';
import { counted } from '../../../contract/english.ts';
import { getOwn } from '../../../contract/json.ts';
import { isFormula } from '../../../rules/records/spreadsheet-damage.ts';
import { namedPath } from '../../files/is-file.ts';
import { AtomicFile } from '../../files/write-atomic.ts';
import type { Session } from '../../session/session.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { pick, plainCell, valueAt } from '../../terminal/formats/cells.ts';
import { csvLine, guardCell, keepApostrophe } from '../../terminal/formats/csv.ts';
import { json } from '../../terminal/formats/rows.ts';
import { limitOf } from '../limit.ts';
import { recordIdsOf } from '../lookup/record.ts';
import { COMPANY_COLUMNS, CONTACT_COLUMNS, exportKey, isExtra, unknownField } from './columns.ts';
import { type Entity, rowsOf } from './entity.ts';
import { EXPORT_FORMATS, type RecordExportOptions } from './export-options.ts';
import { selectRecords } from './select.ts';

type ExportKind = (typeof EXPORT_FORMATS)[number];

interface ExportFormat {
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
function exportFormat(format: ExportKind | undefined, file: string | undefined): ExportFormat {
  const isGzip = /\.gz$/i.test(file ?? '');
  const extension = /\.([a-z][a-z0-9]{1,9})$/i.exec((file ?? '').replace(/\.gz$/i, ''))?.[1]?.toLowerCase();
  const byName = extension === undefined ? 'any' : getOwn(BY_EXTENSION, extension);
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

interface ExportTable {
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

/** A text that would be taken for a formula in place of its result gets an apostrophe, too. */
const guardedText = (cell: string): string => (isFormula(cell) ? `'${cell}` : keepApostrophe(cell));

/** Excel has no more lines. */
const SHEET_ROWS_MAX = 1_048_575;

async function* sheetRows({ rows, columns, cellOf }: ExportTable): AsyncGenerator<(string | number | boolean)[]> {
  yield columns.map(guardedText);
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > SHEET_ROWS_MAX)
      throw new UsageError(`a sheet has room for ${SHEET_ROWS_MAX} rows`, { hint: 'export to .csv' });
    yield columns.map((column) => {
      const value = cellOf(row, column);
      return typeof value === 'number' || typeof value === 'boolean' ? value : guardedText(plainCell(value));
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
async function* exported({ kind, isGzip }: ExportFormat, table: ExportTable): AsyncGenerator<string | Uint8Array> {
  if (kind === 'xlsx') {
    const { xlsxBytes } = await import('../../files/rows/write-xlsx.ts');
    return yield* xlsxBytes(table.title, sheetRows(table));
  }
  const text = inPieces(textOf(kind, table));
  if (!isGzip) return yield* text;
  const { createGzip } = await import('node:zlib');
  yield* pipeline(Readable.from(text, { objectMode: false }), createGzip(), () => {});
}

/** Where it goes: stdout, or a file that is there only once it is whole. */
async function openTarget(
  session: Session,
  file: string | undefined,
): Promise<{ write(piece: string | Uint8Array): Promise<void>; done(): Promise<void>; drop(): Promise<void> }> {
  if (file === undefined || file === '-')
    return { write: (piece) => session.print.foreign(String(piece)), done: async () => {}, drop: async () => {} };
  const target = await AtomicFile.create(namedPath(session.io, file), file);
  return { write: (piece) => target.write(piece), done: () => target.finish(), drop: () => target.drop() };
}

/** The columns asked for, or those an import takes, with the workspace's own fields on demand. */
async function columnsOf(session: Session, entity: Entity, options: RecordExportOptions) {
  const asked = session.settings.fields;
  const extraOf = (columns: readonly string[]) => {
    const extra = columns.filter((column) => isExtra(entity.name, column));
    return extra.length === 0 ? undefined : extra;
  };
  if (asked !== null) return { columns: asked, extra: extraOf(asked) };
  const standard = entity.name === 'CONTACT' ? CONTACT_COLUMNS : COMPANY_COLUMNS;
  const known = rowsOf(await entity.fields(await session.api())).flatMap((field) => {
    const [id, type] = [valueAt(field, 'id'), valueAt(field, 'fieldType')];
    return typeof id === 'string' ? [{ id, isOwn: type === 'EMPTY_FIELD' || type === 'AI_VARIABLE' }] : [];
  });
  const own = options.custom ? known.filter(({ isOwn }) => isOwn).map(({ id }) => id) : [];
  // By which an import finds the record again.
  const columns = ['id', ...standard, ...own];
  return { columns, extra: extraOf(columns.filter((column) => known.some(({ id }) => id === column))) };
}

const NARROWING = ['list', 'where', 'include', 'exclude', 'search', 'filters'] as const;

/** The records with these ids, in that order; those that are not there are noted in `missing`. */
async function* recordsById(
  session: Session,
  entity: Entity,
  { word, ...options }: RecordExportOptions & { readonly word: string },
  missing: number[],
) {
  const narrowed = NARROWING.filter((name) => [Reflect.get(options, name)].flat().some((value) => value !== undefined));
  if (narrowed.length > 0) throw new UsageError(`--${entity.plural} names them: leave out --${narrowed.join(', --')}`);
  const api = await session.api();
  const limit = limitOf(options, 0) ?? Number.POSITIVE_INFINITY;
  for (const id of (await recordIdsOf(session, entity.noun, [word])).slice(0, limit)) {
    try {
      yield await entity.get(api, id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      missing.push(id);
    }
  }
}

/** Writes the records of an entity. A file appears when it is whole. */
export async function writeRecords(session: Session, entity: Entity, options: RecordExportOptions): Promise<ExitName> {
  const { file, guard } = options;
  const format = exportFormat(options.format, file);
  const client = await session.client();
  const { columns, extra } = await columnsOf(session, entity, options);
  const missing: number[] = [];
  const named: unknown = options.ids ?? Reflect.get(options, entity.plural);
  const word = typeof named === 'string' ? named : undefined;
  const listing =
    word === undefined
      ? (await selectRecords(session, client.call, entity, options, extra))({
          limit: limitOf(options, 0),
          signal: session.io.interrupt,
        })
      : Object.assign(recordsById(session, entity, { ...options, word }, missing), { notes: [] });
  const target = await openTarget(session, file);
  // A reader that went away wants no more rows, and no summary.
  const isUnread = () => file === undefined && session.io.stdout.closed;
  let count = 0;
  async function* rows() {
    for await (const row of listing) {
      count += 1;
      yield row;
      if (isUnread()) return;
    }
  }
  const table = {
    rows: rows(),
    columns,
    cellOf: (row: unknown, column: string) => valueAt(row, exportKey(column)),
    record: (row: unknown) => (session.settings.fields === null ? row : pick(row, columns)),
    guard,
    bom: options.bom === true,
    title: entity.plural,
  };
  try {
    for await (const piece of exported(format, table)) await target.write(piece);
    await target.done();
  } catch (error) {
    await target.drop();
    throw unknownField(entity.plural)(error);
  }
  for (const note of listing.notes ?? []) await session.print.note(note);
  if (isUnread()) return 'done';
  const where = file === undefined ? '' : ` to ${file}`;
  await session.print.note(`${counted(count, entity.noun, entity.plural)} exported${where}`);
  if (missing.length > 0) await session.print.warn(`there is no ${entity.noun} ${missing.join(', ')}`);
  return missing.length > 0 ? 'bad' : 'done';
}
