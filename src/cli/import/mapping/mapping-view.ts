// The mapping as a person checks it: on stderr, since it is not a result.

import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { splitFullName } from '../../../rules/records/full-name.ts';
import { oneLine } from '../../../rules/records/normalize.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import type { Paint } from '../../terminal/formats/colour.ts';
import { displayedTable } from '../../terminal/formats/table.ts';
import type { Mapping } from './map-columns.ts';

const COLUMNS = [
  { key: 'column', title: 'column' },
  { key: 'field', title: 'imported as' },
  { key: 'value', title: 'first value' },
];

const NAMES_SHOWN = 30;

/** `not imported, no matching field: A, B`: one text per reason. */
function skippedTexts({ skipped }: Mapping): string[] {
  const groups = groupBy(skipped, ({ why }) => why);
  return [...groups].map(([why, columns]) => {
    const names = columns.map(({ index, header, suggestion }) => {
      const name = header === '' ? `column ${index + 1}` : harmless(oneLine(header));
      return suggestion === '' ? name : `${name} (${suggestion.replace(/^; /, '')})`;
    });
    const more = names.length - NAMES_SHOWN;
    return `not imported, ${why}: ${names.slice(0, NAMES_SHOWN).join(', ')}${more > 0 ? ` and ${counted(more, 'more column')}` : ''}`;
  });
}

/** Where a name is divided. */
function splitText(text: string): string {
  const name = splitFullName(text);
  return name === null ? text : `${name.firstName} | ${name.lastName}`;
}

/** A table of the columns that are imported, with their fields and what the first row has there; then the others. */
export async function mappingTable(
  mapping: Mapping,
  firstRow: readonly string[],
  options: { readonly room: number; readonly now: number; readonly paint: Paint },
): Promise<string> {
  const rows = mapping.columns
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, header, field, kind }) => ({
      column: header,
      field:
        kind === 'custom'
          ? `${field} (custom)`
          : kind === 'id'
            ? 'id (updates the record)'
            : kind === 'fullName'
              ? 'firstName, lastName'
              : field,
      value: kind === 'fullName' ? splitText(firstRow[index] ?? '') : (firstRow[index] ?? ''),
    }));
  const table = await displayedTable(COLUMNS, rows, options);
  return [table, ...skippedTexts(mapping).map((text) => `${text}\n`)].join('');
}

/** The same in a few words, where no one confirms it. */
export function mappingLine(mapping: Mapping): string {
  const { columns, skipped } = mapping;
  const mapped = `${columns.length} of ${counted(columns.length + skipped.length, 'column')} mapped`;
  const byValues = columns.filter(({ isByValues }) => isByValues === true);
  const moved = byValues.map(({ header, field }) => `${harmless(header)} imported as ${field}, by its values`);
  return [mapped, ...moved, ...skippedTexts(mapping)].join('; ');
}

/** The same as data: header → field, as `--map` takes it; header → why it is not imported. */
export function mappingFacts({ columns, skipped }: Mapping) {
  return {
    columns: Object.fromEntries(
      columns.map(({ header, field, kind }) => [header, kind === 'custom' ? `custom:${field}` : field]),
    ),
    leftOut: Object.fromEntries(skipped.map(({ header, why, suggestion }) => [header, why + suggestion])),
  };
}
