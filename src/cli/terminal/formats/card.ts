// One record for a person: a card of labels and values, nested values by their path, long ones wrapped.

import { largest } from '../../../contract/extremes.ts';
import type { Column } from './cells.ts';
import type { Paint } from './colour.ts';
import { displayedCell, timeOfRecord, titleOf } from './displayed-cell.ts';
import { type GridCell, gridLines } from './grid.ts';
import { tonePaint } from './status.ts';
import { widthFor, wrap } from './width.ts';

export interface CardRow {
  readonly column: Column;
  readonly value: unknown;
}

/** An object's own values, each under its path: `company` becomes `company.id`, `company.name` … */
function flat({ column, value }: CardRow): CardRow[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ column, value }];
  return Object.entries(value).flatMap(([key, inner]) =>
    flat({ column: { key: `${column.key}.${key}` }, value: inner }),
  );
}

const SEPARATOR = ' │ ';
const NARROWEST = 20;

/** The card as text; keys without a value are left out. */
export async function cardText(
  rows: readonly CardRow[],
  { room, now, paint }: { readonly room: number; readonly now: number; readonly paint: Paint },
): Promise<string> {
  const filled = rows
    .flatMap(flat)
    .map(({ column, value }) => ({
      title: titleOf(column),
      text: timeOfRecord(value, now) ?? displayedCell(value, column, now),
      paint: tonePaint(column.key, value, paint),
    }))
    // `companyId` and `company.id` say the same.
    .filter(
      ({ title, text }, at, all) =>
        text !== '' && all.findIndex((one) => one.title === title && one.text === text) === at,
    );
  if (filled.length === 0) return '';
  const widthOf = await widthFor(filled.flatMap(({ title, text }) => [title, text]));
  const key = filled.reduce((most, { title }) => Math.max(most, widthOf(title)), 1);
  const most = Math.max(NARROWEST, room - key - SEPARATOR.length);
  const cells = filled.map(({ title, text, paint: toned }): [GridCell, GridCell] => [
    { lines: [title], paint: paint.bold },
    { lines: wrap(text, most, widthOf), paint: toned },
  ]);
  const value = Math.max(1, largest(cells.flatMap(([, { lines }]) => lines.map(widthOf))));
  const grid = {
    columns: [
      { width: key, isRight: false },
      { width: value, isRight: false },
    ],
    head: null,
    rows: cells,
    gap: SEPARATOR,
  };
  const lines = await gridLines(grid, widthOf, paint);
  return lines.map((line) => `${line.replace(SEPARATOR.trimEnd(), (mark) => paint.dim(mark))}\n`).join('');
}
