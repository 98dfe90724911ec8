// Numbers as bars: eighths of a block, so that small differences show.

import { largest } from '../../../contract/extremes.ts';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A bar of at most `width` columns for `value` of `most`; a value that is not 0 is never invisible. */
export function barOf(value: number, most: number, width: number): string {
  if (value <= 0 || most <= 0 || width <= 0) return '';
  const eighths = Math.max(1, Math.round((Math.min(value, most) / most) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

/** `12,345`: thousands apart, the same in every locale. */
export function grouped(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

const LEVELS = '▁▂▃▄▅▆▇█';

/** One character for each number, as high as it is of the largest; the lowest is 0 alone. */
export function sparkline(numbers: readonly number[]): string {
  const most = Math.max(1, largest(numbers));
  const top = LEVELS.length - 1;
  return numbers.map((number) => LEVELS[Math.ceil((Math.max(0, number) / most) * top)]).join('');
}
