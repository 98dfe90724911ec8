// A value and its heading as a person reads them on a terminal.

import { isObject } from '../../../contract/json.ts';
import { fieldLabel, isEnumerated, titleText, valueLabel } from '../../../present/labels.ts';
import { type Column, harmlessLine, plainCell } from './cells.ts';

/** The heading of a column, the label of a field in a card. */
export const titleOf = ({ key, title }: Column): string =>
  harmlessLine(title === undefined ? fieldLabel(key) : titleText(title));

const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000 * 365, 'year'],
  [86_400_000 * 30, 'month'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

/** `3 hours ago`, `in 2 days`, `now`. */
export function relativeTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return iso;
  const ms = Math.abs(now - then);
  for (const [length, name] of UNITS) {
    const count = Math.floor(ms / length);
    if (count < 1) continue;
    const amount = `${count} ${name}${count === 1 ? '' : 's'}`;
    return then <= now ? `${amount} ago` : `in ${amount}`;
  }
  return 'now';
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** `2026-11-22 10:30`, in the time zone of the terminal. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const two = (number: number) => String(number).padStart(2, '0');
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** `2026-11-22 10:30 (2 hours ago)`: a record has the room for both. Null for what is not a time. */
export function timeOfRecord(value: unknown, now: number): string | null {
  if (typeof value !== 'string' || !INSTANT.test(value)) return null;
  return harmlessLine(`${localTime(value)} (${relativeTime(value, now)})`);
}

/** The value as a person reads it on a terminal; may later be cut to fit. */
export function shownCell(value: unknown, column: Column, now: number): string {
  if (typeof value === 'string') {
    if (column.kind === 'time') return harmlessLine(relativeTime(value, now));
    if (INSTANT.test(value)) return localTime(value);
    if (column.kind !== 'word' && isEnumerated(column.key)) return harmlessLine(valueLabel(value));
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => shownCell(one, column, now)).join(', ');
  if (isObject(value)) {
    const parts = Object.entries(value).map(
      ([key, inner]) => `${fieldLabel(key)}: ${shownCell(inner, { ...column, key }, now)}`,
    );
    return harmlessLine(parts.join(', '));
  }
  return harmlessLine(plainCell(value));
}
