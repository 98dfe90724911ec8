// A value and its heading as a person reads them on a terminal.

import { isObject } from '../../../contract/json.ts';
import { fieldLabel, isEnumerated, titleText, valueLabel } from '../../../presentation/labels.ts';
import { isInstant, localTime, relativeTime } from '../../../presentation/time.ts';
import { type Column, harmlessLine, plainCell } from './cells.ts';

/** The heading of a column, the label of a field in a card. */
export const titleOf = ({ key, title }: Column): string =>
  harmlessLine(title === undefined ? fieldLabel(key) : titleText(title));

/** `2026-11-22 10:30 (2 hours ago)`: a record has the room for both. Null for what is not a time. */
export function timeOfRecord(value: unknown, now: number): string | null {
  if (typeof value !== 'string' || !isInstant(value)) return null;
  return harmlessLine(`${localTime(value)} (${relativeTime(value, now)})`);
}

/** The value as a person reads it on a terminal; may later be cut to fit. */
export function displayedCell(value: unknown, column: Column, now: number): string {
  if (typeof value === 'string') {
    if (column.kind === 'time') return harmlessLine(relativeTime(value, now));
    if (isInstant(value)) return localTime(value);
    if (column.kind !== 'word' && isEnumerated(column.key)) return harmlessLine(valueLabel(value));
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => displayedCell(one, column, now)).join(', ');
  if (isObject(value)) {
    const parts = Object.entries(value).map(
      ([key, inner]) => `${fieldLabel(key)}: ${displayedCell(inner, { ...column, key }, now)}`,
    );
    return harmlessLine(parts.join(', '));
  }
  return harmlessLine(plainCell(value));
}
