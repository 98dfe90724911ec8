// How long an answer asks to wait.

import type { WireResponse } from '../../contract/wire.ts';

/** Longer than any deadline. */
const MOST_MS = 365 * 86_400_000;

/**
 * `Retry-After` in milliseconds from the answer on: seconds, or an HTTP date. A date is compared with the answer's own
 * `date`, so that a clock of ours that is wrong, or a service's virtual one, does not matter. `undefined` = not asked.
 */
export function retryAfterMsOf({ headers }: WireResponse, now: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(MOST_MS, Math.ceil(Number(text) * 1000));
  if (!/[a-z]/i.test(text)) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  const answeredAt = Date.parse(headers['date'] ?? '');
  return Math.max(0, at - (Number.isNaN(answeredAt) ? now : answeredAt));
}
