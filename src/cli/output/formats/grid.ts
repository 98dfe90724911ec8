// Cells in columns, as lists and cards have them: drawn by cli-table3, and by our own padding where that would be slow or
// wrong. Widths are ours: cli-table3 counts the escapes of coloured text when it wraps.

import { harmless } from './cells.ts';
import type { Paint } from './colour.ts';
import { pad, type WidthOf } from './width.ts';

export interface GridCell {
  /** Already as narrow as the column. */
  readonly lines: readonly string[];
  readonly paint: (text: string) => string;
}

interface GridColumn {
  readonly width: number;
  readonly isRight: boolean;
}

export interface Grid {
  readonly columns: readonly GridColumn[];
  /** Headings, with a rule below them; null for none. */
  readonly head: readonly GridCell[] | null;
  readonly rows: readonly (readonly GridCell[])[];
  /** Between two columns. */
  readonly gap: string;
}

/** cli-table3 takes 12 ms for 50 rows, 0.24 s for 1,000 and four times as much for twice as many. */
export const CLI_TABLE_ROWS_MAX = 50;

const RULE = '─';

/** The lines of the grid, without spaces at their ends. `isLive`: it is drawn again and again, so always by our own padding. */
export async function gridLines(grid: Grid, widthOf: WidthOf, paint: Paint, isLive = false): Promise<string[]> {
  const drawn = isLive || grid.rows.length > CLI_TABLE_ROWS_MAX ? null : await drawnLines(grid);
  const isRight = drawn?.every((line) => widthOf(harmless(line)) === totalWidth(grid)) === true;
  const lines = isRight && drawn !== null ? drawn : paddedLines(grid, widthOf);
  const ruleAt = grid.head === null ? -1 : heightOf(grid.head);
  return lines.map((line, at) => (at === ruleAt ? paint.dim(line) : line.trimEnd()));
}

function totalWidth({ columns, gap }: Pick<Grid, 'columns' | 'gap'>): number {
  return columns.reduce((sum, { width }) => sum + width, 0) + gap.length * (columns.length - 1);
}

function heightOf(row: readonly GridCell[]): number {
  return row.reduce((most, { lines }) => Math.max(most, lines.length), 1);
}

const NO_BORDER = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', right: '', 'right-mid': '' },
};

/** By cli-table3. Its measure of widths is an older one than ours: the caller checks the lines. */
export async function drawnLines({ columns, head, rows, gap }: Grid): Promise<string[]> {
  const { default: Table } = await import('cli-table3');
  const text = ({ lines, paint }: GridCell) => lines.map(paint).join('\n');
  const table = new Table({
    ...(head === null ? {} : { head: head.map(text) }),
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ isRight }) => (isRight ? 'right' : 'left')),
    chars: { ...NO_BORDER, middle: gap, mid: RULE, 'mid-mid': RULE.repeat(gap.length) },
    // Compact: a rule below the headings, and none between the rows.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  table.push(...rows.map((row) => row.map(text)));
  return table.toString().split('\n');
}

/** The same lines without a package. */
export function paddedLines({ columns, head, rows, gap }: Grid, widthOf: WidthOf): string[] {
  const linesOf = (row: readonly GridCell[]) =>
    Array.from({ length: heightOf(row) }, (_, line) =>
      columns
        .map(({ width, isRight }, at) => {
          const { lines = [], paint = String } = row[at] ?? {};
          const text = lines[line] ?? '';
          return pad(text, width, widthOf, isRight).replace(text, () => (text === '' ? '' : paint(text)));
        })
        .join(gap),
    );
  const rule = RULE.repeat(totalWidth({ columns, gap }));
  return [...(head === null ? [] : [...linesOf(head), rule]), ...rows.flatMap(linesOf)];
}
