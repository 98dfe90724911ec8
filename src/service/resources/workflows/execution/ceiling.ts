import { finishRun } from './end.ts';
import type { Work } from './run.ts';

/**
 * How many records may be paid for at `price` credits each, `most` at most. At the ceiling the run is ended, FAILED with
 * the reason (SERVICE-API, States: the run stops), and 0 given. A run never costs more than its ceiling.
 */
export async function withinCeiling(
  { context, run }: Work,
  stepId: string,
  price: number,
  most: number,
): Promise<number> {
  const { maxCredits, creditsUsed } = run;
  if (maxCredits === null) return most;
  const left = maxCredits - creditsUsed;
  const affordable = price === 0 ? most : Math.floor(left / price);
  if (left > 0 && affordable > 0) return Math.min(most, affordable);
  const reason =
    left > 0
      ? `the ${left} credits left of ${maxCredits} a run do not pay for another record at step ${stepId}`
      : `the ceiling of ${maxCredits} credits a run is reached`;
  await finishRun(context, run.id, { status: 'FAILED', reason });
  return 0;
}
