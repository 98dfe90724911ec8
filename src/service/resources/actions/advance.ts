import { Action } from '../../../contract/actions/endpoints.ts';
import type { Context } from '../../core/context.ts';
import { advanceImport } from './advance-import.ts';
import type { ActionOutcome } from './enrichment/outcome.ts';
import { performAction } from './enrichment/perform.ts';
import {
  type ActionProgress,
  type ActionRun,
  actionRunById,
  addRunRecords,
  insertOutcomes,
  nextTargets,
  type OutcomeRow,
  updateActionRun,
} from './queries/runs.ts';
import { addOutcomes, NO_TALLY } from './tally.ts';

/** Records in one slice: some 25 ms with a handful of actions. */
const SLICE_RECORDS = 40;

/** Executes the next slice: each action on each of its records, in one transaction. Returns whether there are more. */
export async function advanceRun(context: Context, runId: number): Promise<boolean> {
  const run = await actionRunById(context.tx, context.principal.workspaceId, runId);
  if (!run || run.finishedAt !== null) return false;
  return run.importSource === null ? advanceActions(context, run) : advanceImport(context, run);
}

async function advanceActions(context: Context, run: ActionRun): Promise<boolean> {
  const { tx, now } = context;
  const ids = await nextTargets(tx, run, SLICE_RECORDS);
  const tally: ActionProgress[] = [];
  const imported: number[] = [];
  for (const [index, kept] of run.actions.entries()) {
    const outcomes = await performAction(context, Action.parse(kept), run.entity, ids);
    for (const outcome of outcomes) imported.push(...outcome.imported);
    const rows = outcomes.map(outcomeRow);
    await insertOutcomes(tx, run.id, index, rows);
    tally.push(addOutcomes(run.tally[index] ?? NO_TALLY, rows));
  }
  const added = await addRunRecords(tx, run.id, 'CONTACT', 'IMPORTED', imported);
  const position = ids.at(-1) ?? run.position;
  const hasMore = ids.length === SLICE_RECORDS && (await nextTargets(tx, { ...run, position }, 1)).length > 0;
  const finishedAt = hasMore ? null : now;
  await updateActionRun(tx, { ...run, position, tally, imported: run.imported + added, finishedAt });
  return hasMore;
}

/** A record that was deleted before its turn counts as cancelled. */
function outcomeRow({ id, status, reason, credits }: ActionOutcome): OutcomeRow {
  const isGone = reason === 'RECORD_GONE';
  return {
    recordId: id,
    status: isGone ? 'CANCELLED' : status === 'SUCCEEDED' ? 'COMPLETED' : status,
    reason,
    credits,
  };
}
