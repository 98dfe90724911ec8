import { Action } from '../../../contract/actions/endpoints.ts';
import type { Context } from '../../core/context.ts';
import { advanceImport } from './advance-import.ts';
import type { AssociatedContacts } from './enrichment/associated-contacts.ts';
import { exportAssociated } from './enrichment/crm.ts';
import type { ActionOutcome } from './enrichment/outcome.ts';
import { performAction, recordsPerSlice } from './enrichment/perform.ts';
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

interface Advanced {
  readonly hasMore: boolean;
  /** To be exported before the run goes on. */
  readonly later: readonly AssociatedContacts[];
}

const FINISHED: Advanced = { hasMore: false, later: [] };

/**
 * Executes the next slice: each action on each of its records, in one transaction; or `later`, what a slice before it left.
 */
export async function advanceRun(
  context: Context,
  runId: number,
  [first, ...others]: readonly AssociatedContacts[],
): Promise<Advanced> {
  const run = await actionRunById(context.tx, context.principal.workspaceId, runId);
  if (!run || run.finishedAt !== null) return FINISHED;
  if (run.importSource !== null) return { hasMore: await advanceImport(context, run), later: [] };
  if (first === undefined) return advanceActions(context, run);
  const left = await exportAssociated(context, first);
  return { hasMore: true, later: left === null ? others : [left, ...others] };
}

async function advanceActions(context: Context, run: ActionRun): Promise<Advanced> {
  const { tx, now } = context;
  const actions = run.actions.map((kept) => Action.parse(kept));
  const most = recordsPerSlice(actions.map(({ type }) => type));
  const ids = await nextTargets(tx, run, most);
  const tally: ActionProgress[] = [];
  const imported: number[] = [];
  const left: AssociatedContacts[] = [];
  for (const [index, action] of actions.entries()) {
    const { outcomes, later } = await performAction(context, action, run.entity, ids);
    if (later !== null) left.push(later);
    for (const outcome of outcomes) imported.push(...outcome.imported);
    const rows = outcomes.map(outcomeRow);
    await insertOutcomes(tx, run.id, index, rows);
    tally.push(addOutcomes(run.tally[index] ?? NO_TALLY, rows));
  }
  const added = await addRunRecords(tx, run.id, 'CONTACT', 'IMPORTED', imported);
  const position = ids.at(-1) ?? run.position;
  const isNext = ids.length === most && (await nextTargets(tx, { ...run, position }, 1)).length > 0;
  const hasMore = isNext || left.length > 0;
  const finishedAt = hasMore ? null : now;
  await updateActionRun(tx, { ...run, position, tally, imported: run.imported + added, finishedAt });
  return { hasMore, later: left };
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
