// Carrying a run on: a slice of its records, each action on each of them in order, in one transaction.

import { Action } from '../../../contract/actions/endpoints.ts';
import type { Context } from '../../core/context.ts';
import { importFound, searchOfInput } from '../finder/records.ts';
import { listById } from '../lists/queries/lists.ts';
import type { Outcome } from './enrichment/outcome.ts';
import { performAction } from './enrichment/perform.ts';
import {
  type ActionRun,
  actionRunById,
  addRunRecords,
  insertOutcomes,
  nextTargets,
  type OutcomeRow,
  type Tally,
  updateActionRun,
} from './queries/runs.ts';
import { NO_TALLY } from './runs.ts';

/** Records of one slice: some 25 ms with a handful of actions. */
const SLICE_RECORDS = 40;
/** A search is walked from its beginning each time, so an import takes larger slices. */
const IMPORT_RECORDS = 100;

/** Does the next slice of the run. Says whether there is more to do. */
export async function advanceRun(context: Context, runId: number): Promise<boolean> {
  const run = await actionRunById(context.tx, context.principal.workspaceId, runId);
  if (!run || run.finishedAt !== null) return false;
  return run.importSource === null ? advanceActions(context, run) : advanceImport(context, run);
}

async function advanceActions(context: Context, run: ActionRun): Promise<boolean> {
  const { tx, now } = context;
  const ids = await nextTargets(tx, run, SLICE_RECORDS);
  const tally: Tally[] = [];
  const imported: number[] = [];
  for (const [index, kept] of run.actions.entries()) {
    const outcomes = await performAction(context, Action.parse(kept), run.entity, ids);
    for (const outcome of outcomes) imported.push(...outcome.imported);
    const rows = outcomes.map(outcomeRow);
    await insertOutcomes(tx, run.id, index, rows);
    tally.push(tallied(run.tally[index] ?? NO_TALLY, rows));
  }
  const brought = await addRunRecords(tx, run.id, 'CONTACT', 'IMPORTED', imported);
  const position = ids.at(-1) ?? run.position;
  const hasMore = ids.length === SLICE_RECORDS && (await nextTargets(tx, { ...run, position }, 1)).length > 0;
  const finishedAt = hasMore ? null : now;
  await updateActionRun(tx, { ...run, position, tally, imported: run.imported + brought, finishedAt });
  return hasMore;
}

/** A record that was gone before its turn was neither done nor skipped. */
function outcomeRow({ id, status, reason, credits }: Outcome): OutcomeRow {
  const isGone = reason === 'RECORD_GONE';
  return {
    recordId: id,
    status: isGone ? 'CANCELLED' : status === 'SUCCEEDED' ? 'COMPLETED' : status,
    reason,
    credits,
  };
}

function tallied(before: Tally, rows: readonly OutcomeRow[]): Tally {
  const statusCounts: Record<string, number> = { ...before.statusCounts };
  const reasons: Record<string, number> = { ...before.reasons };
  let { credits } = before;
  for (const row of rows) {
    statusCounts[row.status] = (statusCounts[row.status] ?? 0) + 1;
    statusCounts['PENDING'] = Math.max(0, (statusCounts['PENDING'] ?? 0) - 1);
    if (row.reason !== null) reasons[row.reason] = (reasons[row.reason] ?? 0) + 1;
    credits += row.credits;
  }
  return { statusCounts, reasons, credits };
}

const REFUSED: OutcomeRow = { recordId: 0, status: 'FAILED', reason: 'REFUSED', credits: 0 };

interface ImportSource {
  readonly search: unknown;
  readonly listId: number;
  readonly maxCount: number;
}

function isImportSource(value: unknown): value is ImportSource {
  return (
    typeof value === 'object' &&
    value !== null &&
    'search' in value &&
    'listId' in value &&
    typeof value.listId === 'number' &&
    'maxCount' in value &&
    typeof value.maxCount === 'number'
  );
}

/** How many there will be is known when the search says so, or has come to its end. */
async function advanceImport(context: Context, run: ActionRun): Promise<boolean> {
  const { tx, now, principal } = context;
  const source = run.importSource;
  const search = isImportSource(source) ? searchOfInput(source.search) : null;
  if (search === null || !isImportSource(source)) throw new Error(`run ${run.id} has no search`);
  const { maxCount } = source;
  const offset = run.position;
  const limit = Math.min(IMPORT_RECORDS, maxCount - offset);
  const list = await listById(tx, principal.workspaceId, source.listId);
  const found = await importFound(context, search, { offset, limit, listId: list?.id });
  const position = offset + found.seen;
  const hasMore = found.hasMore && position < maxCount && found.seen > 0;
  const rows = found.ids.map((recordId): OutcomeRow => ({ recordId, status: 'COMPLETED', reason: null, credits: 1 }));
  const brought = await addRunRecords(tx, run.id, run.entity, 'IMPORTED', found.ids);
  await insertOutcomes(tx, run.id, 0, rows);
  const before = run.tally[0] ?? NO_TALLY;
  // A record that was refused has no id to keep an outcome under; it counts all the same.
  const refused = Array.from({ length: found.refused }, (): OutcomeRow => REFUSED);
  const settled = [...rows, ...refused];
  const done = tallied({ ...before, statusCounts: { ...before.statusCounts, PENDING: settled.length } }, settled);
  const pending = hasMore ? Math.min(found.total ?? maxCount, maxCount) - position : 0;
  const tally = [{ ...done, statusCounts: { ...done.statusCounts, PENDING: pending } }];
  const imported = run.imported + brought;
  const finishedAt = hasMore ? null : now;
  await updateActionRun(tx, { ...run, records: imported + pending, position, tally, imported, finishedAt });
  return hasMore;
}

/** What is left of a run that was given up is cancelled. */
export async function giveUpRun(context: Context, runId: number): Promise<void> {
  const { tx, principal, now } = context;
  const run = await actionRunById(tx, principal.workspaceId, runId);
  if (!run || run.finishedAt !== null) return;
  const tally = run.tally.map(({ statusCounts: { PENDING = 0, ...counts }, ...rest }) => ({
    ...rest,
    statusCounts: { ...counts, CANCELLED: (counts.CANCELLED ?? 0) + Math.max(PENDING, run.records === null ? 1 : 0) },
  }));
  await updateActionRun(tx, { ...run, tally, finishedAt: now });
}
