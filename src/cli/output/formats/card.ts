// One record for a person: a card of keys and values, nested values by their path, long ones wrapped.

import { type Column, shownCell } from './cells.ts';
import { pad, type WidthOf, widthFor, wrap } from './width.ts';

interface CardOptions {
  readonly room: number;
  readonly now: number;
  readonly heading: (text: string) => string;
}

export interface CardRow {
  readonly column: Column;
  readonly value: unknown;
}

/** An object's own values, each under its path: `company` becomes `company.id`, `company.name` … */
function flat({ column, value }: CardRow): CardRow[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ column, value }];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = `${column.key}.${key}`;
    return flat({ column: { key: path, title: path }, value: inner });
  });
}

const GAP = '  ';
const NARROWEST = 20;

function lines(
  title: string,
  text: string,
  widths: { key: number; value: number },
  widthOf: WidthOf,
  paint: (text: string) => string,
) {
  return wrap(text, widths.value, widthOf).map((part, at) => {
    const key = pad(at === 0 ? title : '', widths.key, widthOf);
    return `${at === 0 ? paint(key) : key}${GAP}${part}`.trimEnd();
  });
}

/** The card as text; keys without a value are left out. */
export async function cardText(rows: readonly CardRow[], options: CardOptions): Promise<string> {
  const filled = rows
    .flatMap(flat)
    .map(({ column, value }) => ({ title: column.title, text: shownCell(value, column, options.now) }))
    .filter(({ text }) => text !== '');
  const widthOf = await widthFor(filled.flatMap(({ title, text }) => [title, text]));
  const key = filled.reduce((most, { title }) => Math.max(most, widthOf(title)), 0);
  const widths = { key, value: Math.max(NARROWEST, options.room - key - GAP.length) };
  return filled
    .flatMap(({ title, text }) => lines(title, text, widths, widthOf, options.heading))
    .map((line) => `${line}\n`)
    .join('');
}
