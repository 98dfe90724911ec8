// Filters of a search as text.

import { isObject } from '../../../contract/json.ts';

/** `50 to 200`, `from 51`, `up to 200`. */
function spanText({ min, max }: Readonly<Record<string, unknown>>): string {
  if (typeof min === 'number' && typeof max === 'number') return `${min} to ${max}`;
  return typeof min === 'number' ? `from ${min}` : `up to ${String(max)}`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (isObject(value)) return 'min' in value || 'max' in value ? spanText(value) : filterText(value);
  return String(value);
}

/** `titles: VP Sales; employees: from 51; not: countries: France`. A true flag is only its name: `isFunded`. */
export function filterText(filters: unknown): string {
  if (!isObject(filters)) return '';
  return Object.entries(filters)
    .map(([name, value]) => (value === true ? name : `${name === 'exclude' ? 'not' : name}: ${valueText(value)}`))
    .join('; ');
}
