import { dictionary } from '../../../contract/dictionary.ts';
import type { ActionProgress, OutcomeRow } from './queries/runs.ts';

export const NO_TALLY: ActionProgress = { statusCounts: {}, reasons: {}, credits: 0 };

/** Adds settled outcomes to a tally. */
export function addOutcomes(tally: ActionProgress, rows: readonly OutcomeRow[]): ActionProgress {
  const statusCounts: Record<string, number> = { ...tally.statusCounts };
  const reasons = dictionary(tally.reasons);
  let { credits } = tally;
  for (const row of rows) {
    statusCounts[row.status] = (statusCounts[row.status] ?? 0) + 1;
    statusCounts['PENDING'] = Math.max(0, (statusCounts['PENDING'] ?? 0) - 1);
    if (row.reason !== null) reasons[row.reason] = (reasons[row.reason] ?? 0) + 1;
    credits += row.credits;
  }
  return { statusCounts, reasons, credits };
}
