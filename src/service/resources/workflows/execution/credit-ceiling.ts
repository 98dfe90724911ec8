import { finishRun } from './finish.ts';
import type { Work } from './work.ts';

/**
 * How many records the run can still pay for at `price` credits each, up to `most`. If it cannot pay for one more, the
 * run ends as FAILED and 0 is returned: a run never costs more than its ceiling.
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
      ? `${left} of ${maxCredits} credits left: not enough for another record at step ${stepId}`
      : `the limit of ${maxCredits} credits per run was reached`;
  await finishRun(context, run.id, { status: 'FAILED', reason });
  return 0;
}
