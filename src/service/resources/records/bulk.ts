// Bulk results: one entry per input item in request order, and the counts of each outcome.

import type { Outcome } from '../../../contract/companies/endpoints.ts';
import type { ItemOf } from '../../../contract/endpoint.ts';
import { boundedIssues } from '../../../contract/envelope.ts';
import { Refusal } from '../../core/context.ts';
import type { ItemFailure, ItemOutcome } from './upsert.ts';

type FailedEntry = { index: number; success: false; error: { message: string; details: Record<string, unknown> } };

/** Of all entries together: a bulk made of mistakes is not answered with many times its size. */
const ISSUES_MAX = 1_000;

/**
 * Writes the valid items; `write` returns one outcome for each, and `entryOf` what of it is answered. Entries are in
 * request order.
 */
export async function bulkResult<I, U extends { readonly outcome: Outcome }, R extends object>(
  items: readonly ItemOf<I>[],
  write: (valid: readonly I[]) => Promise<ItemOutcome<U>[]>,
  entryOf: (upserted: U) => R,
) {
  const written = await write(items.flatMap((item) => (item.ok ? [item.value] : [])));
  const results: (({ index: number; success: true } & R) | FailedEntry)[] = [];
  const summary = { total: items.length, created: 0, merged: 0, failed: 0 };
  let next = 0;
  let room = ISSUES_MAX;
  for (const [index, item] of items.entries()) {
    const outcome = item.ok ? written[next++] : undefined;
    if (outcome?.ok) {
      summary[outcome.upserted.outcome === 'CREATED' ? 'created' : 'merged'] += 1;
      results.push({ index, success: true, ...entryOf(outcome.upserted) });
    } else {
      summary.failed += 1;
      const { code, message, issues } = outcome ?? refusedInput(item);
      const named = boundedIssues(issues, room);
      room -= Math.min(room, named.length);
      results.push({ index, success: false, error: { message, details: { code, issues: named } } });
    }
  }
  return { results, summary };
}

function refusedInput(item: ItemOf<unknown>): ItemFailure {
  return item.ok
    ? { code: 'internal', message: 'was not processed', issues: [] }
    : { code: 'invalid', message: item.message, issues: item.issues };
}

/** The outcome of a bulk of one. Throws Refusal with the item's code where it failed. */
export function singleOutcome<U>(outcome: ItemOutcome<U> | undefined): U {
  if (outcome?.ok) return outcome.upserted;
  const { code, message, issues } = outcome ?? refusedInput({ ok: true, value: null });
  throw new Refusal(code, message, { issues });
}
