// One record for a person: a card of keys and values, long values wrapped. Small by nature, so cli-table3 draws it.

import Table from 'cli-table3';
import { type Column, shownCell } from './cells.ts';

interface CardOptions {
  readonly room: number;
  readonly now: number;
  readonly heading: (text: string) => string;
}

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

/** The card as text; keys without a value are left out. */
export function cardTable(
  rows: readonly { readonly column: Column; readonly value: unknown }[],
  options: CardOptions,
): string {
  const filled = rows
    .map(({ column, value }) => ({ title: column.title, text: shownCell(value, column, options.now) }))
    .filter(({ text }) => text !== '');
  const keyWidth = filled.reduce((most, { title }) => Math.max(most, title.length), 0);
  const table = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths: [keyWidth, Math.max(20, options.room - keyWidth - 3)],
    wordWrap: true,
    wrapOnWordBoundary: false,
  });
  for (const { title, text } of filled) table.push([options.heading(title), text]);
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}
