// Mappings kept under a name on this machine, found again by it or by the file's headers.

import { join } from 'node:path';
import type { EntityName } from '../../../contract/entities.ts';
import { type Dictionary, dictionary, isObject } from '../../../contract/json.ts';
import { looseName, nearest } from '../../../rules/nearest.ts';
import { keptEntries } from '../../files/bounded-read.ts';
import { unguardedRow } from '../../files/csv/read.ts';
import { namedPath } from '../../files/is-file.ts';
import { type LockIo, withLock } from '../../files/lock.ts';
import { openRows } from '../../files/rows/source-file.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import type { Paths } from '../../session/paths.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import type { Mapping } from './map-columns.ts';

interface SavedMapping {
  readonly entity: EntityName;
  readonly header: readonly string[];
  /** One text a column, as `--map` takes it. */
  readonly map: readonly string[];
  /** Values in place of the texts of cells. */
  readonly values?: readonly CellValue[];
}

/** The name that stands for no saved mapping at all. */
const NONE = 'none';

const mappingsFile = (paths: Paths) => join(paths.config, 'mappings.json');

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isCellValue = (value: unknown): value is CellValue =>
  isObject(value) && isTexts([value['column'], value['from'], value['to']]);

const readMappings = (paths: Paths) =>
  keptEntries(mappingsFile(paths), 'saved mappings', ({ entity, header, map, values }): SavedMapping | null =>
    isTexts(header) && isTexts(map)
      ? {
          ...{ entity: entity === 'COMPANY' ? 'COMPANY' : 'CONTACT', header, map },
          values: Array.isArray(values) ? values.filter(isCellValue) : [],
        }
      : null,
  );

const sameHeaders = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.map((name) => name.trim()).toSorted()) ===
  JSON.stringify(other.map((name) => name.trim()).toSorted());

/** The mapping that `--mapping` names; without one, the newest that was saved for exactly these headers. Null: none. */
export function findMapping(
  paths: Paths,
  entity: EntityName,
  name: string | undefined,
  header: readonly string[],
): (SavedMapping & { readonly name: string }) | null {
  if (name === NONE) return null;
  const saved = [...readMappings(paths)].filter(([, mapping]) => mapping.entity === entity);
  const found =
    name === undefined
      ? saved.findLast(([, mapping]) => sameHeaders(mapping.header, header))
      : saved.find(([one]) => one === name);
  if (found !== undefined) return { name: found[0], ...found[1] };
  if (name === undefined) return null;
  const names = saved.map(([one]) => one);
  const meant = nearest(name, names);
  throw new UsageError(`there is no saved mapping "${name}"${meant === null ? '' : `; did you mean "${meant}"?`}`, {
    hint: names.length === 0 ? 'save one with --save-mapping NAME' : `saved mappings: ${names.join(', ')}`,
  });
}

/** Throws UsageError for a name that cannot be given on a command line without quotes, or that means none. */
export function checkMappingName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(name) && name !== NONE) return;
  throw new UsageError(`"${name}" cannot be the name of a mapping`, {
    hint: 'use letters, digits, . _ and -, 60 at most',
  });
}

/** Keeps a mapping; gives whether one of the same name was there, and is replaced. */
export async function saveMapping(paths: Paths, io: LockIo, name: string, mapping: SavedMapping): Promise<boolean> {
  return withLock(join(paths.config, 'mappings.lock'), io, async () => {
    const saved = readMappings(paths);
    const isReplaced = saved.delete(name);
    saved.set(name, mapping);
    replacePrivateFile(mappingsFile(paths), `${JSON.stringify(Object.fromEntries(saved), null, 2)}\n`);
    return isReplaced;
  });
}

/** A mapping as the texts that `--map` would take, the columns that are left out included. */
export function mapTexts({ columns, skipped }: Mapping, header: readonly string[]): string[] {
  const targets = new Map<number, string>(skipped.map(({ index }) => [index, '']));
  for (const { index, field, kind } of columns) targets.set(index, kind === 'custom' ? `custom:${field}` : field);
  const seen = new Map<string, number>();
  return header.flatMap((cell, index) => {
    const name = cell.trim();
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return name === '' ? [] : [`${count === 1 ? name : `${name}#${count}`}=${targets.get(index) ?? ''}`];
  });
}

// --values: which values stand for the texts of a column's cells.

interface CellValue {
  readonly column: string;
  readonly from: string;
  /** Empty: the cell counts as empty. */
  readonly to: string;
}

const COLUMNS = ['column', 'from', 'to'];
const VALUES_MAX = 10_000;

/** Throws UsageError for a file without the three columns. */
export async function readCellValues(io: Io, displayed: string): Promise<readonly CellValue[]> {
  const { header, batches } = await openRows(namedPath(io, displayed), displayed, { delimiter: null, encoding: null });
  const [column = -1, from = -1, to = -1] = COLUMNS.map((name) =>
    header.cells.findIndex((cell) => looseName(cell) === name),
  );
  if (column < 0 || from < 0 || to < 0)
    throw new UsageError(`--values ${displayed}: its first line must name the columns ${COLUMNS.join(', ')}`, {
      hint: 'a line for each value, such as Country,Frankreich,France',
    });
  const values: CellValue[] = [];
  for await (const batch of batches)
    for (const { cells } of batch.map(unguardedRow)) {
      const value = {
        column: cells[column]?.trim() ?? '',
        from: cells[from]?.trim() ?? '',
        to: cells[to]?.trim() ?? '',
      };
      if (value.column !== '' && value.from !== '') values.push(value);
    }
  if (values.length > VALUES_MAX) throw new UsageError(`--values ${displayed}: more than ${VALUES_MAX} values`);
  return values;
}

/** Throws UsageError where one of them is of no column that is imported: it would go unnoticed. */
export function withCellValues(mapping: Mapping, values: readonly CellValue[], isSaved: boolean): Mapping {
  if (values.length === 0) return mapping;
  const named = (name: string) =>
    mapping.columns.find(({ header, field }) => field === name || looseName(header) === looseName(name));
  const byIndex = new Map<number, Dictionary<string>>();
  for (const { column, from, to } of values) {
    const found = named(column);
    if (found === undefined && isSaved) continue;
    if (found === undefined) throw new UsageError(`--values: no imported column is called "${column}"`);
    const texts = byIndex.get(found.index) ?? dictionary<string>();
    texts[from] = to;
    byIndex.set(found.index, texts);
  }
  return {
    ...mapping,
    columns: mapping.columns.map((column) => {
      const texts = byIndex.get(column.index);
      return texts === undefined ? column : { ...column, values: texts };
    }),
  };
}

/** As `readCellValues` gives them. */
export const cellValuesOf = ({ columns }: Pick<Mapping, 'columns'>): CellValue[] =>
  columns.flatMap(({ header, values = {} }) =>
    Object.entries(values).map(([from, to]) => ({ column: header, from, to })),
  );
