import { Action } from '../../../contract/actions/endpoints.ts';
import { append } from '../../../contract/append.ts';
import { isObject } from '../../../contract/json.ts';
import type { Context } from '../../core/context.ts';
import type { Payload } from '../../jobs/queries/jobs.ts';
import type { Performer } from '../../jobs/work.ts';
import { importWindow, searchOfInput } from '../finder/import-records.ts';
import { listById } from '../lists/queries/lists.ts';
import { type ActionOutcome, type AssociatedContacts, isAssociatedContacts } from './enrichment/batch.ts';
import { exportAssociated } from './enrichment/crm.ts';
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
import { addOutcomes, armRunPurge, NO_TALLY, purgeRuns } from './status.ts';

interface Advanced {
  readonly hasMore: boolean;
  /** To be exported before the run goes on. */
  readonly later: readonly AssociatedContacts[];
}

const FINISHED: Advanced = { hasMore: false, later: [] };

/**
 * Executes the next slice: each action on each of its records, in one transaction; or `later`, what a slice before it left.
 */
async function advanceRun(context: Context, runId: number, [first, ...others]: readonly AssociatedContacts[]) {
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
    for (const outcome of outcomes) append(imported, outcome.imported);
    const rows = outcomes.map(outcomeRow);
    await insertOutcomes(context, run.id, index, rows);
    tally.push(addOutcomes(run.tally[index] ?? NO_TALLY, rows, now));
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

/** Larger than other slices, because the search starts from the beginning each time. */
const IMPORT_RECORDS = 100;

const REFUSED: OutcomeRow = { recordId: 0, status: 'FAILED', reason: 'REFUSED', credits: 0 };

function isStoredImport(
  value: unknown,
): value is { readonly search: unknown; readonly listId: number; readonly maxCount: number } {
  return (
    isObject(value) && 'search' in value && typeof value['listId'] === 'number' && typeof value['maxCount'] === 'number'
  );
}

/** The total is known if the search reports it, or when it has ended. */
async function advanceImport(context: Context, run: ActionRun): Promise<boolean> {
  const { tx, now, principal } = context;
  const source = run.importSource;
  const search = isStoredImport(source) ? searchOfInput(source.search) : null;
  if (search === null || !isStoredImport(source)) throw new Error(`run ${run.id} has no search`);
  const { maxCount } = source;
  const offset = run.position;
  const limit = Math.min(IMPORT_RECORDS, maxCount - offset);
  const list = await listById(tx, principal.workspaceId, source.listId);
  const found = await importWindow(context, search, { offset, limit, listId: list?.id });
  const position = offset + found.seen;
  const hasMore = found.hasMore && position < maxCount && found.seen > 0;
  const rows = found.ids.map((recordId): OutcomeRow => ({ recordId, status: 'COMPLETED', reason: null, credits: 1 }));
  const added = await addRunRecords(tx, run.id, run.entity, 'IMPORTED', found.ids);
  await insertOutcomes(context, run.id, 0, rows);
  const before = run.tally[0] ?? NO_TALLY;
  // A refused result has no id to store an outcome under, but it counts.
  const refused = Array.from({ length: found.refused }, (): OutcomeRow => REFUSED);
  const settled = [...rows, ...refused];
  const done = addOutcomes(
    { ...before, statusCounts: { ...before.statusCounts, PENDING: settled.length } },
    settled,
    now,
  );
  const pending = hasMore ? Math.min(found.total ?? maxCount, maxCount) - position : 0;
  const tally = [{ ...done, statusCounts: { ...done.statusCounts, PENDING: pending } }];
  const imported = run.imported + added;
  const finishedAt = hasMore ? null : now;
  await updateActionRun(tx, { ...run, records: imported + pending, position, tally, imported, finishedAt });
  return hasMore;
}

/** A purge of tens of millions of rows pauses, or it would be taken for work that does not end (jobs/perform.ts). */
const TURNS_BEFORE_PAUSE = 50_000;
const PAUSE_MS = 60_000;

function runIdOf({ runId }: Payload): number {
  if (typeof runId === 'number') return runId;
  throw new Error('the payload of an action-run job has no run id');
}

export const actionRun: Performer = {
  perform: async ({ payload }, context) => {
    const runId = runIdOf(payload);
    const left = Array.isArray(payload['later']) ? payload['later'].filter(isAssociatedContacts) : [];
    const { hasMore, later } = await advanceRun(context, runId, left);
    if (hasMore) return { resumeAt: context.now, payload: { runId, ...(later.length > 0 && { later }) } };
  },
  failed: ({ payload }, _error, context) => giveUpRun(context, runIdOf(payload)),
};

/** Exports the contacts of companies that a step of a workflow exported, slice by slice. */
export const crmExport: Performer = {
  perform: async ({ payload }, context) => {
    if (!isAssociatedContacts(payload)) throw new Error('the payload of a crm-export job has no contacts');
    const left = await exportAssociated(context, payload);
    if (left !== null) return { resumeAt: context.now, payload: left };
  },
};

export const actionPurge: Performer = {
  perform: async ({ payload, turns }, context) => {
    const next = await purgeRuns(context, Number(payload['from'] ?? 0));
    if (next === null) return;
    const isLong = turns >= TURNS_BEFORE_PAUSE && next.at <= context.now;
    return { resumeAt: isLong ? context.now + PAUSE_MS : next.at, payload: { from: next.from } };
  },
  failed: (_job, _error, context) => armRunPurge(context),
};

/** Its background work was given up after several attempts: what is left of the run is cancelled. */
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
