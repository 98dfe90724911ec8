// --values: which values stand for the texts of a column's cells.

import { type Dictionary, dictionary } from '../../../contract/json.ts';
import { looseName } from '../../../rules/nearest.ts';
import { unguardedRow } from '../../files/csv/read.ts';
import { namedPath } from '../../files/is-file.ts';
import { openRows } from '../../files/rows/source-file.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import type { Mapping } from '../mapping/map-columns.ts';

export interface CellValue {
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
