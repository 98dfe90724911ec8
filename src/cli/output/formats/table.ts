// Rows as a table: aligned and cut to the terminal's width for a person, tab-separated and whole for a pipe.

import { type Column, harmless, plainCell, shownCell, valueAt } from './cells.ts';
import { cut, pad, type WidthOf, widthFor } from './width.ts';

const GAP = '  ';
const NARROWEST = 6;

const widthOfRow = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);

/** Takes columns off the widest until the row fits, none below its floor; columns that are narrow anyway keep their width. */
export function fitWidths(wanted: readonly number[], floors: readonly number[], room: number): number[] {
  const widths = [...wanted];
  const floor = (at: number) => Math.min(wanted[at] ?? 0, floors[at] ?? 0);
  let over = widthOfRow(widths) - room;
  while (over > 0) {
    const giving = [...widths.keys()].filter((at) => (widths[at] ?? 0) > floor(at));
    const widest = Math.max(0, ...giving.map((at) => widths[at] ?? 0));
    if (giving.length === 0) break;
    for (const at of giving) {
      if (widths[at] !== widest || over <= 0) continue;
      widths[at] = widest - 1;
      over -= 1;
    }
  }
  return widths;
}

/** Headings stay whole while they can; numbers, times and words are whole or worthless, and always do. */
function widthsFor(columns: readonly Column[], wanted: readonly number[], room: number): number[] {
  const isText = (at: number) => columns[at]?.kind === undefined || columns[at]?.kind === 'text';
  const floors = wanted.map((width, at) => (isText(at) ? (columns[at]?.title.length ?? 0) : width));
  const gentle = fitWidths(wanted, floors, room);
  return fitWidths(
    gentle,
    floors.map((width, at) => (isText(at) ? NARROWEST : width)),
    room,
  );
}

function line(
  cells: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
  widthOf: WidthOf,
): string {
  return cells
    .map((cell, at) => {
      const width = widths[at] ?? 0;
      const right = columns[at]?.kind === 'number';
      const text = cut(cell, width, widthOf);
      return at === cells.length - 1 && !right ? text : pad(text, width, widthOf, right);
    })
    .join(GAP)
    .trimEnd();
}

export interface TableOptions {
  readonly room: number;
  readonly now: number;
  /** How the heading is painted. */
  readonly heading: (text: string) => string;
}

/** The cells, and how wide each column would like to be. */
async function laidOut(columns: readonly Column[], rows: readonly unknown[], now: number) {
  const cells = rows.map((row) => columns.map((column) => shownCell(valueAt(row, column.key), column, now)));
  const widthOf = await widthFor(cells.flat());
  const wanted = columns.map((column, at) =>
    cells.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), column.title.length),
  );
  return { cells, wanted, widthOf };
}

/** The whole table as text, ending in a newline. Memory grows with the rows: lists on a terminal are bounded by --limit. */
export async function shownTable(
  all: readonly Column[],
  rows: readonly unknown[],
  options: TableOptions,
): Promise<string> {
  const isEmpty = ({ key }: Column) => rows.every((row) => plainCell(valueAt(row, key)) === '');
  const inUse = all.filter((column) => column.isSparse !== true || !isEmpty(column));
  const fitting = await laidOut(inUse, rows, options.now);
  // Half a link opens nothing, and takes the room of what is read.
  const isWide = widthOfRow(fitting.wanted) > options.room && inUse.some(({ kind }) => kind !== 'link');
  const columns = isWide ? inUse.filter(({ kind }) => kind !== 'link') : inUse;
  const { cells, wanted, widthOf } = isWide ? await laidOut(columns, rows, options.now) : fitting;
  const widths = widthsFor(columns, wanted, options.room);
  const head = line(
    columns.map((column) => column.title.toUpperCase()),
    columns,
    widths,
    widthOf,
  );
  return `${[options.heading(head), ...cells.map((row) => line(row, columns, widths, widthOf))].join('\n')}\n`;
}

/** One row for a pipe: whole values, separated by tabs; tabs and newlines inside a value become spaces. */
export function pipedRow(columns: readonly Column[], row: unknown): string {
  return `${columns.map((column) => harmless(plainCell(valueAt(row, column.key))).replace(/[\t\n]/g, ' ')).join('\t')}\n`;
}
