// How a status looks: the one place that gives it a colour.

import { isEnumerated, toneOf } from '../../../presentation/labels.ts';
import type { Paint } from './colour.ts';

/** The colour of a status; of any other word, none. */
export function statusPaint(status: unknown, paint: Paint): (text: string) => string {
  const tone = toneOf(status);
  return tone === null ? String : { good: paint.green, bad: paint.red, busy: paint.yellow, idle: paint.dim }[tone];
}

/** The colour of the value of a field: a person may be called Paused. */
export function tonePaint(key: string, value: unknown, paint: Paint): (text: string) => string {
  return isEnumerated(key) ? statusPaint(value, paint) : String;
}
