// Records in the formats that are written row by row.

import type { Output } from '../settings.ts';
import { type Column, harmless, plainCell, type View, valueAt } from './cells.ts';

/** Marks that reorder text, hide in it or control a terminal, and what begins a command in the log of a job. */
const ESCAPED =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]|(?<=[\u0000-\u007f])[\u200c\u200d]|[\u200c\u200d](?=[\u0000-\u007f])|(?<=#)#(?=\[)/g;

const escaped = (mark: string): string =>
  mark
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Text in ASCII that begins no command: most text, recognized without the pattern, which takes a while to build. */
const isSafe = (text: string): boolean =>
  Buffer.byteLength(text) === text.length && !text.includes('\u007f') && !text.includes('##[');

/** JSON keeps every character; those that are not safe to look at are written as escapes. */
export function json(value: unknown, indent?: number): string {
  const text = JSON.stringify(value ?? null, null, indent);
  return isSafe(text) ? text : text.replace(ESCAPED, escaped);
}

export interface Format {
  readonly output: Output;
  readonly isTTY: boolean;
  /** A record with the fields that were asked for. */
  readonly kept: (row: unknown) => unknown;
}

export interface RowWriter {
  readonly head: string;
  row(row: unknown, index: number): string;
  tail(count: number): string;
}

/** One row for a pipe: whole values, separated by tabs; tabs and newlines inside a value become spaces. */
const pipedRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => harmless(cell).replace(/[\t\n]/g, ' ')).join('\t')}\n`;

export async function rowWriter(
  view: View,
  columns: readonly Column[],
  { output, isTTY, kept }: Format,
): Promise<RowWriter> {
  const indent = isTTY ? 2 : undefined;
  const displayed = (text: string) => (isTTY ? harmless(text) : text);
  const cells = (row: unknown) => columns.map((column) => plainCell(valueAt(row, column.key)));
  const none = { head: '', tail: () => '' };
  switch (output) {
    case 'json':
      return {
        head: '[',
        row: (row, index) => `${index === 0 ? (indent ? '\n' : '') : ',\n'}${json(kept(row), indent)}`,
        tail: (count) => (count > 0 && indent ? '\n]\n' : ']\n'),
      };
    case 'ndjson':
      return { ...none, row: (row) => `${json(kept(row))}\n` };
    case 'id':
      return { ...none, row: (row) => `${harmless(plainCell(valueAt(row, view.id ?? 'id')))}\n` };
    case 'yaml': {
      const { stringify } = await import('yaml');
      return {
        head: '',
        row: (row) => displayed(stringify([kept(row)])),
        tail: (count) => (count === 0 ? '[]\n' : ''),
      };
    }
    case 'csv': {
      if (columns.length === 0) return { ...none, row: () => '' };
      const { csvLine } = await import('./csv.ts');
      return {
        ...none,
        head: displayed(
          csvLine(
            columns.map((column) => column.key),
            { guard: 'formulas' },
          ),
        ),
        row: (row) => displayed(csvLine(cells(row), { guard: 'formulas' })),
      };
    }
    case 'markdown': {
      const [{ markdownHead, markdownRow }, { titleOf }] = await Promise.all([
        import('./markdown.ts'),
        import('./displayed-cell.ts'),
      ]);
      return {
        ...none,
        head: markdownHead(columns.map(titleOf)),
        row: (row) => markdownRow(cells(row)),
      };
    }
    case 'table':
      return { ...none, row: (row) => pipedRow(cells(row)) };
  }
}
