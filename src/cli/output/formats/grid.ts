// Cells in columns, as lists and cards have them. Without a package: it would take longer to load and to draw than an answer takes.

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

const RULE = '─';

/** The lines of the grid, without spaces at their ends. */
export function gridLines(grid: Grid, widthOf: WidthOf, paint: Paint): string[] {
  const ruleAt = grid.head === null ? -1 : heightOf(grid.head);
  return paddedLines(grid, widthOf).map((line, at) => (at === ruleAt ? paint.dim(line) : line.trimEnd()));
}

function totalWidth({ columns, gap }: Pick<Grid, 'columns' | 'gap'>): number {
  return columns.reduce((sum, { width }) => sum + width, 0) + gap.length * (columns.length - 1);
}

function heightOf(row: readonly GridCell[]): number {
  return row.reduce((most, { lines }) => Math.max(most, lines.length), 1);
}

/** With the spaces at their ends. */
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
