// Cells in columns, as lists and cards have them, drawn by cli-table3. Widths and lines are ours: cli-table3 counts the escapes of
// coloured text when it wraps.

import { append } from '../../../contract/append.ts';
import type { Paint } from './colour.ts';
import { isPlain, type WidthOf } from './width.ts';

export interface GridCell {
  /** Already as narrow as the column. */
  readonly lines: readonly string[];
  readonly paint: (text: string) => string;
}

export interface Grid {
  readonly columns: readonly { readonly width: number; readonly isRight: boolean }[];
  /** Headings, with a rule below them; null for none. */
  readonly head: readonly GridCell[] | null;
  readonly rows: readonly (readonly GridCell[])[];
  readonly gap: string;
}

/** The time of cli-table3 grows with the square of the rows. */
const BLOCK_ROWS = 100;

const RULE = '─';

/** The lines of the grid, without spaces at their ends. */
export async function gridLines(grid: Grid, widthOf: WidthOf, paint: Paint): Promise<string[]> {
  const lines: string[] = [];
  for (let at = 0; at === 0 || at < grid.rows.length; at += BLOCK_ROWS) {
    const block = { ...grid, head: at === 0 ? grid.head : null, rows: grid.rows.slice(at, at + BLOCK_ROWS) };
    append(lines, await blockLines(block, widthOf));
  }
  const ruleAt = grid.head === null ? -1 : heightOf(grid.head);
  return lines.map((line, at) => (at === ruleAt ? paint.dim(line) : line.trimEnd()));
}

const heightOf = (row: readonly GridCell[]): number => row.reduce((most, { lines }) => Math.max(most, lines.length), 1);

const NO_BORDER = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', right: '', 'right-mid': '' },
};

/** A private character, a column wide for every measure. */
const PLACEHOLDER = '\ue000';

async function blockLines({ columns, head, rows, gap }: Grid, widthOf: WidthOf): Promise<string[]> {
  const { default: Table } = await import('cli-table3');
  // cli-table3 measures by an older table of Unicode than ours: what is not Latin goes in as a placeholder of its width.
  const stood = (text: string) => (isPlain(text) ? text : PLACEHOLDER.repeat(widthOf(text)));
  const cell = ({ lines, paint }: GridCell) => lines.map((line) => paint(stood(line))).join('\n');
  const table = new Table({
    ...(head === null ? {} : { head: head.map(cell) }),
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ isRight }) => (isRight ? 'right' : 'left')),
    chars: { ...NO_BORDER, middle: gap, mid: RULE, 'mid-mid': RULE.repeat(gap.length) },
    // Compact: a rule below the headings, and none between the rows.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  append(
    table,
    rows.map((row) => row.map(cell)),
  );
  const replaced = [...(head === null ? [] : [head]), ...rows].flatMap(replacedTexts).values();
  return table
    .toString()
    .replace(new RegExp(`${PLACEHOLDER}+`, 'g'), () => replaced.next().value ?? '')
    .split('\n');

  /** The texts of a row that went in as placeholders, as they come out: line by line, and from left to right. */
  function replacedTexts(row: readonly GridCell[]): string[] {
    return Array.from({ length: heightOf(row) }, (_, line) => row.map(({ lines }) => lines[line] ?? ''))
      .flat()
      .filter((text) => !isPlain(text) && widthOf(text) > 0);
  }
}
