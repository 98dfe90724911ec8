// From a file's header and the user's flags to a plan.

import { firstOf } from '../../../contract/english.ts';
import { parseId } from '../../../contract/ids.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import { readEmail } from '../../../rules/records/email-text.ts';
import type { RowSource } from '../../files/rows/source.ts';
import type { Session } from '../../session/session.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { checkNames } from '../../shared/records/overwriting.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { fold } from '../../terminal/formats/width.ts';
import { FIELDS_OF_HEADER } from './known-headers.ts';
import { type Mapping, mapColumns } from './map-columns.ts';
import { mappingLine, mappingTable } from './mapping-view.ts';
import {
  BULK_BOUNDS,
  type BulkBounds,
  hasIds,
  hasNames,
  type ImportOptions,
  type ImportPlan,
  keyFieldOf,
  type RecordChange,
} from './plan.ts';
import { findMapping } from './saved-mappings.ts';
import { FULL_NAME, type TargetFields, targetFields } from './target-fields.ts';

interface HeaderAndRows {
  readonly header: readonly string[];
  /** The first of them. */
  readonly rows: readonly (readonly string[])[];
  /** What the lines below the header would be as headers. */
  readonly below: RowSource['belowHeader'];
}

/** The mapping of a header. Throws UsageError with every problem of it, or where no column means anything. */
function mapFileColumns(
  entity: Entity,
  { header, rows, below }: HeaderAndRows,
  { map, custom, update, change, overwriting }: ImportOptions,
  discovered: readonly FieldDescriptor[] | null,
  saved: readonly string[] | undefined,
): Mapping {
  const targets = targetFields(
    entity.name,
    discovered,
    change ? { ids: change.by === 'id', change } : { ids: update !== false },
  );
  const mapping = mapColumns(header, { map, custom, saved, rows }, targets);
  const [first, ...others] = mapping.problems;
  if (first !== undefined) {
    const message =
      others.length === 0
        ? first
        : `${mapping.problems.length} problems with the mapping\n  ${mapping.problems.join('\n  ')}`;
    throw new UsageError(message);
  }
  if (overwriting !== undefined) checkNames(overwriting, fieldsSet(mapping));
  const next = below?.[0] ?? [];
  const named = namedIn(next, targets);
  const isSame = next.every((cell, at) => cell.trim() === header[at]?.trim());
  if (
    mapping.columns.length > 0 &&
    !isSame &&
    named > 1 &&
    named * 2 > next.filter((cell) => cell.trim() !== '').length
  )
    throw new UsageError('two lines name columns: a header of several rows cannot be read', {
      hint: '--skip-lines 1 takes the second line; --skip-lines 0 takes the first, and the second as a row',
    });
  const names = rows.map(([name = '']) => name.trim().toLowerCase());
  const isOnlyFirst = mapping.columns.length === 1 && mapping.columns[0]?.index === 0 && header.length > 1;
  if (isOnlyFirst && new Set(names).size > 1 && names.every((name) => FIELDS_OF_HEADER.has(name)))
    throw new UsageError('the first column names fields: a file in which each column is a record cannot be read', {
      hint: 'transpose it in a spreadsheet, so that the first line names the fields',
    });
  const isOfKeys = mapping.columns.every(
    ({ kind, field }) => kind === 'id' || (change && field === keyFieldOf(change)),
  );
  const noColumn = (message: string, map: string) =>
    new CliError('usage', NO_COLUMN, `${message}: ${namesText(header)}`, {
      hint:
        laterHeader(below, targets, change) ?? headerHint(mapping, header, rows) ?? `map one with --map 'Header=${map}`,
    });
  if (change !== undefined && !mapping.columns.some(({ field }) => field === keyFieldOf(change)))
    throw noColumn(`--by ${change.by}: no column of the file has it`, `${keyFieldOf(change)}'`);
  if (change !== undefined) assertOneKey(mapping, change);
  if (change?.act === 'delete') return onlyKey(mapping, change);
  if (isOfKeys) {
    const map = `field', or import columns as custom fields with --custom; see reach ${entity.plural} fields`;
    throw noColumn(`no column matches a field of ${entity.plural}`, map);
  }
  return mapping;
}

/** How many columns a line would name as the header. */
const namedIn = (cells: readonly string[], targets: TargetFields): number =>
  mapColumns(cells, { map: [], custom: [] }, targets).columns.length;

function laterHeader(
  below: RowSource['belowHeader'],
  targets: TargetFields,
  change: RecordChange | undefined,
): string | null {
  const at = below?.findIndex((cells) => namedIn(cells, targets) > (change === undefined ? 1 : 0)) ?? -1;
  return at === -1 ? null : `a later line names columns: --skip-lines ${at + 1}`;
}

/** What to do about a header without any column of a field. */
function headerHint({ skipped }: Mapping, header: readonly string[], rows: HeaderAndRows['rows']): string | null {
  const [list] = header.filter((_, column) => rows.length === 1 && rows[0]?.[column]?.startsWith('[{'));
  if (list !== undefined) return `${list} is a list of records: give it alone, as an array`;
  if (header.some((cell) => isValue(cell.trim())) || header.every((cell) => parseId(cell) !== null))
    return 'no header line? the first line looks like a row: put a line above it that names the columns';
  const offered = skipped.flatMap(({ why }) => OFFERED.exec(why)?.[1] ?? [])[0];
  if (offered !== undefined) return offered;
  if (header.length === 1 && /[;,|\t]/.test(header[0] ?? ''))
    return 'each line stands in quotes as a whole: export the file again, without them';
  return header.length === 1 && SEPARATED.test(header[0] ?? '')
    ? 'one column: if another character separates its cells, --delimiter names it'
    : null;
}

/** Throws CliError `no_column` where no column could tell who a record is. */
export function assertNaming(entity: Entity, { columns }: Mapping, header: readonly string[]): void {
  if (hasIds({ columns }) || hasNames({ entity: entity.name, columns })) return;
  throw new CliError('usage', NO_COLUMN, `no column names a ${entity.noun}: ${namesText(header)}`, {
    hint: NAMING_HINTS[entity.name],
  });
}

const fieldsSet = ({ columns }: Mapping): readonly string[] =>
  columns.flatMap(({ kind, field }) =>
    kind === 'id' ? [] : field === FULL_NAME ? ['firstName', 'lastName'] : [field],
  );

const NAMING_HINTS: Readonly<Record<Entity['name'], string>> = {
  CONTACT: "map one with --map 'Header=firstName', or with --map 'Header=fullName' where it holds first and last names",
  COMPANY: "map one with --map 'Header=name'",
};

/** The code of the error where no column means anything. */
export const NO_COLUMN = 'no_column';

/** An email, an address on the web, a phone number: no name of a column. */
const isValue = (cell: string): boolean => readEmail(cell).ok || /^(?:https?:\/\/|\+?[0-9]{7})/.test(cell);

/** Of a column that is left out, what takes it all the same. */
const OFFERED = /: (--map '.+)$/s;

/** `First name^Last name`, `First name   Last name`: not by a delimiter that is looked for. */
const SEPARATED = /[\p{L}\p{N}](?:[\^~¦§#!*:\x01-\x1f]|\s{3})\s*[\p{L}\p{N}]/u;

const NAMES_SHOWN = 30;

function namesText(header: readonly string[]): string {
  const names = header.map((name) => name.trim()).filter((name) => name !== '');
  return firstOf(names, NAMES_SHOWN) || '(no names)';
}

/** Throws UsageError where it is a guess which of several columns identifies the record of a row. */
function assertOneKey({ columns, skipped }: Mapping, change: RecordChange): void {
  const key = columns.find(({ field }) => field === keyFieldOf(change))?.header;
  const rival = skipped.find(({ rivalOf }) => rivalOf === keyFieldOf(change))?.header;
  if (rival === undefined) return;
  throw new UsageError(`--by ${change.by}: several columns may be it: ${key}, ${rival}`, {
    hint: `--map '${rival === key ? `${rival}#2` : rival}=' leaves one out`,
  });
}

/** What is deleted needs no values. */
function onlyKey(mapping: Mapping, change: RecordChange): Mapping {
  const columns = mapping.columns.filter(({ field }) => field === keyFieldOf(change));
  // Kept for the check whether these are the records that the file means.
  const others = mapping.columns.filter(({ field }) => field !== keyFieldOf(change));
  const skipped = others.map(({ index, header }) => ({ index, header, why: 'not needed to delete', suggestion: '' }));
  return { ...mapping, columns, skipped: [...skipped, ...mapping.skipped] };
}

/** The same, with the saved mapping that was asked for or that fits the file; says which. */
export async function mapWithSaved(
  { paths, print }: Session,
  entity: Entity,
  file: HeaderAndRows,
  options: ImportOptions,
  discovered: readonly FieldDescriptor[] | null,
): Promise<Mapping> {
  const saved = findMapping(paths, entity.name, options.mapping, file.header);
  if (saved !== null && options.mapping === undefined)
    await print.note(`the saved mapping "${saved.name}" has these columns and is used; --mapping none does without`);
  return mapFileColumns(entity, file, options, discovered, saved?.map);
}

/** Shows the mapping: as a table to a person, in a line elsewhere. */
export async function showMapping(session: Session, mapping: Mapping, firstRow: readonly string[]): Promise<void> {
  const { io, settings, print } = session;
  if (!io.stderr.isTTY) return await print.note(mappingLine(mapping));
  if (settings.quiet && !session.prompt.possible) return;
  const room = io.stderr.columns;
  const table = await mappingTable(mapping, firstRow, { room, now: io.now(), paint: print.paint.stderr });
  await io.stderr.write(await fold(table, room));
}

export function buildPlan(
  entity: Entity,
  { merge, limit, delimiter, encoding, skipLines, sheet, change, empty, overwriting }: ImportOptions,
  mapping: Pick<Mapping, 'columns'>,
  list: ImportPlan['list'],
  bounds: BulkBounds = BULK_BOUNDS,
): ImportPlan {
  const file = { delimiter, encoding, skipLines, sheet };
  const plan = {
    entity: entity.name,
    columns: mapping.columns,
    merge,
    list,
    limit,
    ...(empty && { empty }),
    ...(overwriting && { overwriting }),
    ...file,
    ...bounds,
  };
  return change === undefined ? plan : { ...plan, change };
}
