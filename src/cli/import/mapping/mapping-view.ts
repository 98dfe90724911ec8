// The mapping as a person checks it: on stderr, since it is no result.

import { harmless } from '../../output/formats/cells.ts';
import type { Paint } from '../../output/formats/colour.ts';
import { shownTable } from '../../output/formats/table.ts';
import type { Mapping } from './mapping.ts';

interface Shown {
  readonly column: string;
  readonly field: string;
  readonly value: string;
}

const COLUMNS = [
  { key: 'column', title: 'column' },
  { key: 'field', title: 'goes to' },
  { key: 'value', title: 'first value' },
];

/** A table of every column, the field it goes to, and what the first row has there. */
export async function mappingTable(
  { columns, skipped }: Mapping,
  firstRow: readonly string[],
  options: { readonly room: number; readonly now: number; readonly paint: Paint },
): Promise<string> {
  const rows: (Shown & { readonly index: number })[] = [
    ...columns.map(({ index, header, field, kind }) => ({
      index,
      column: header,
      field: kind === 'custom' ? `${field} (custom)` : field,
      value: firstRow[index] ?? '',
    })),
    ...skipped.map(({ index, header, why }) => ({
      index,
      column: header,
      field: `- ${why}`,
      value: firstRow[index] ?? '',
    })),
  ];
  return await shownTable(
    COLUMNS,
    rows.toSorted((a, b) => a.index - b.index),
    options,
  );
}

/** The same in a few words, where nobody confirms it. */
export function mappingLine({ columns, skipped }: Mapping): string {
  const all = columns.length + skipped.length;
  const mapped = `${columns.length} of ${all} ${all === 1 ? 'column' : 'columns'} mapped`;
  const names = skipped.filter(({ header }) => header !== '').map(({ header, why }) => `${harmless(header)} (${why})`);
  return names.length === 0 ? mapped : `${mapped}; left out: ${names.join(', ')}`;
}

/** The same as data: header → field, as `--map` takes it; header → why it is left out. */
export function mappingFacts({ columns, skipped }: Mapping) {
  return {
    columns: Object.fromEntries(
      columns.map(({ header, field, kind }) => [header, kind === 'custom' ? `custom:${field}` : field]),
    ),
    leftOut: Object.fromEntries(skipped.map(({ header, why }) => [header, why])),
  };
}
