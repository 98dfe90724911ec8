// Rows as a table: aligned and fitted to the terminal's width for a person, tab-separated and whole for a pipe.

import { largest } from '../../../contract/extremes.ts';
import { type Column, plainCell, valueAt } from './cells.ts';
import type { Paint } from './colour.ts';
import { displayedCell, titleOf } from './displayed-cell.ts';
import { type GridCell, gridLines } from './grid.ts';
import { tonePaint } from './status.ts';
import { cut, type WidthOf, widthFor, wrap } from './width.ts';

const GAP = '  ';
const NARROWEST = 6;
/** A column that is narrower than its text takes so many lines for it, and then an ellipsis. */
const LINES_MOST = 3;
/** Longer words than this may be cut, so that one of them does not narrow all other columns. */
const WORD_MOST = 32;
/** Where the letters are wide there are no spaces between words; a line may end anywhere. */
const WIDE_WORD = 8;
const EXCERPT_LEAST = 16;

const widthOfRow = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);

/** Takes columns off the widest until the row fits, none below its floor; columns that are narrow anyway keep their width. */
export function fitWidths(wanted: readonly number[], floors: readonly number[], room: number): number[] {
  const widths = [...wanted];
  const floor = (at: number) => Math.min(wanted[at] ?? 0, floors[at] ?? 0);
  let over = widthOfRow(widths) - room;
  while (over > 0) {
    const giving = [...widths.keys()].filter((at) => (widths[at] ?? 0) > floor(at));
    const widest = Math.max(0, largest(giving.map((at) => widths[at] ?? 0)));
    if (giving.length === 0) break;
    for (const at of giving) {
      if (widths[at] !== widest || over <= 0) continue;
      widths[at] = widest - 1;
      over -= 1;
    }
  }
  return widths;
}

const TEXT_KINDS: readonly Column['kind'][] = [undefined, 'text', 'prose', 'excerpt', 'address'];
const isText = (column: Column | undefined): boolean => column !== undefined && TEXT_KINDS.includes(column.kind);

/** Text that gives way before an address does. */
const isProse = (column: Column | undefined): boolean => isText(column) && column?.kind !== 'address';

interface TableLayout {
  readonly cells: readonly (readonly string[])[];
  /** How wide each column would like to be. */
  readonly wanted: readonly number[];
  /** The longest word of each: what it takes to break no word. */
  readonly words: readonly number[];
  readonly widthOf: WidthOf;
}

async function layoutOf(columns: readonly Column[], rows: readonly unknown[], now: number): Promise<TableLayout> {
  const cells = rows.map((row) => columns.map((column) => displayedCell(valueAt(row, column.key), column, now)));
  const widthOf = await widthFor(cells.flat());
  const widest = (column: Column, at: number, measure: (text: string) => number) =>
    cells.reduce((most, row) => Math.max(most, measure(row[at] ?? '')), measure(titleOf(column)));
  const wordWidth = (word: string) => Math.min(widthOf(word), word.length === widthOf(word) ? WORD_MOST : WIDE_WORD);
  const longestWord = (text: string) => text.split(' ').reduce((most, word) => Math.max(most, wordWidth(word)), 1);
  const wanted = columns.map((column, at) => widest(column, at, (text) => Math.max(1, widthOf(text))));
  const words = columns.map((column, at) =>
    column.kind === 'excerpt' ? Math.min(EXCERPT_LEAST, wanted[at] ?? 0) : widest(column, at, longestWord),
  );
  return { cells, wanted, words, widthOf };
}

/**
 * Numbers, times and words are whole or worthless and keep their width. Text gives way: first as far as its lines can be
 * broken between words, then as far as its heading is read, then to the narrowest; addresses give way last.
 */
function widthsFor(columns: readonly Column[], { wanted, words }: TableLayout, room: number): number[] {
  const floors = (least: (at: number) => number, givesWay = isProse) =>
    wanted.map((width, at) => (givesWay(columns[at]) ? least(at) : width));
  const unbroken = fitWidths(
    wanted,
    floors((at) => words[at] ?? 0),
    room,
  );
  const headed = fitWidths(
    unbroken,
    floors((at) => (columns[at] === undefined ? 0 : titleOf(columns[at]).length)),
    room,
  );
  const narrow = fitWidths(
    headed,
    floors(() => NARROWEST),
    room,
  );
  return fitWidths(
    narrow,
    floors(() => NARROWEST, isText),
    room,
  );
}

/** Text in a column: broken between words, words that are too long for it cut; a script without spaces breaks anywhere. */
function cellLines(text: string, width: number, column: Column | undefined, widthOf: WidthOf): string[] {
  if (widthOf(text) <= width) return [text];
  if (!isText(column) || column?.kind === 'excerpt') return [cut(text, width, widthOf)];
  const words = text.split(' ').map((word) => (word.length === widthOf(word) ? cut(word, width, widthOf) : word));
  const lines = wrap(words.join(' '), width, widthOf);
  if (lines.length <= LINES_MOST || column?.kind === 'prose') return lines;
  let last = lines[LINES_MOST - 1] ?? '';
  while (widthOf(last) + 2 > width && last.includes(' ')) last = last.slice(0, last.lastIndexOf(' '));
  return [...lines.slice(0, LINES_MOST - 1), cut(`${last} …`, width, widthOf)];
}

export interface TableOptions {
  readonly room: number;
  readonly now: number;
  readonly paint: Paint;
}

/** The columns there is room for: links go first, since half of one opens nothing, then extra ones from the right. */
async function fittingLayout(all: readonly Column[], rows: readonly unknown[], room: number, now: number) {
  const isEmpty = ({ key }: Column) => rows.every((row) => plainCell(valueAt(row, key)) === '');
  let columns = all.filter((column) => column.isSparse !== true || !isEmpty(column));
  let layout = await layoutOf(columns, rows, now);
  const isLink = ({ kind }: Column) => kind === 'link';
  if (widthOfRow(layout.wanted) > room && columns.some(isLink) && !columns.every(isLink)) {
    columns = columns.filter((column) => !isLink(column));
    layout = await layoutOf(columns, rows, now);
  }
  for (;;) {
    const floors = columns.map((column, at) => (isText(column) ? layout.words : layout.wanted)[at] ?? 0);
    const extra = columns.findLast(({ isExtra }) => isExtra === true);
    if (widthOfRow(floors) <= room || extra === undefined) return { columns, ...layout };
    columns = columns.filter((column) => column !== extra);
    layout = await layoutOf(columns, rows, now);
  }
}

/** The columns of a table and their widths, as its first rows have them. */
interface Drawn {
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
}

/**
 * Further rows under the same columns: text keeps to its width, where the room is bounded; what is worthless unless it is whole
 * may widen its column.
 */
async function furtherLayout({ columns, widths }: Drawn, rows: readonly unknown[], room: number, now: number) {
  const layout = await layoutOf(columns, rows, now);
  const keeps = (at: number) => isText(columns[at]) && Number.isFinite(room);
  const wanted = widths.map((width, at) => (keeps(at) ? width : Math.max(width, layout.wanted[at] ?? 0)));
  return { columns, layout, widths: widthsFor(columns, { ...layout, wanted }, room) };
}

async function firstLayout(all: readonly Column[], rows: readonly unknown[], room: number, now: number) {
  const { columns, ...layout } = await fittingLayout(all, rows, room, now);
  return { columns, layout, widths: widthsFor(columns, layout, room) };
}

/**
 * A table that is drawn as its rows come: each call gives the text of some, ending in a newline, the first with the heading.
 * Columns and widths are those of the first rows; memory does not grow with the others.
 */
export function tableInParts(all: readonly Column[], { room, now, paint }: TableOptions) {
  let drawn: Drawn | null = null;
  return async (rows: readonly unknown[]): Promise<string> => {
    const { columns, layout, widths } =
      drawn === null ? await firstLayout(all, rows, room, now) : await furtherLayout(drawn, rows, room, now);
    const { cells, widthOf } = layout;
    const lines = (text: string, at: number) => cellLines(text, widths[at] ?? 1, columns[at], widthOf);
    const heading = columns.map((column, at): GridCell => ({ lines: lines(titleOf(column), at), paint: paint.bold }));
    const grid = {
      columns: columns.map(({ kind }, at) => ({ width: widths[at] ?? 1, isRight: kind === 'number' })),
      head: drawn === null ? heading : null,
      rows: cells.map((row, index) =>
        row.map((text, at): GridCell => {
          const key = columns[at]?.key ?? '';
          return { lines: lines(text, at), paint: tonePaint(key, valueAt(rows[index], key), paint) };
        }),
      ),
      gap: GAP,
    };
    drawn = { columns, widths };
    return `${(await gridLines(grid, widthOf, paint)).join('\n')}\n`;
  };
}

export async function displayedTable(
  all: readonly Column[],
  rows: readonly unknown[],
  options: TableOptions,
): Promise<string> {
  return await tableInParts(all, options)(rows);
}
