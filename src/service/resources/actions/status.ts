import { type ActionRunStatus, ITEM_STATUSES, type ItemStatus } from '../../../contract/actions/enums.ts';
import { dictionary, isObject } from '../../../contract/json.ts';
import type { Parsed, ReplyData } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, found, Refusal } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import type { PageRequest } from '../../core/sql.ts';
import { SLOT_MS, type TimeSpan } from '../../core/time-span.ts';
import { enqueueUnlessQueued } from '../../jobs/queries/jobs.ts';
import {
  type ActionProgress,
  type ActionRun,
  actionRunById,
  actionRunPage,
  deleteRunRecords,
  firstFinishedAfter,
  type OutcomeRow,
  outcomesAfter,
  runWithRecords,
} from './queries/runs.ts';

export type Status = ReplyData<'actions', 'status'>;

/** Throws Refusal `not_found`. */
async function actionRunOf({ tx, principal }: Context, id: number): Promise<ActionRun> {
  return found(await actionRunById(tx, principal.workspaceId, id), 'action run', id);
}

/** Throws Refusal `not_found`. */
export async function getStatus(context: Context, id: number): Promise<Status> {
  return statusView(await actionRunOf(context, id));
}

function statusView(run: ActionRun): Status {
  const counts = countsOf(run);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const pending = counts.get('PENDING') ?? 0;
  return {
    actionsId: run.id,
    entity: run.entity,
    overallStatus: overallStatus(run, counts),
    totalActions: total,
    statusCounts: Object.fromEntries(counts),
    // Rounded down, so that 100 means finished.
    progress: run.finishedAt !== null ? 100 : total === 0 ? 0 : Math.floor(((total - pending) * 100) / total),
    createdAt: isoTime(run.createdAt),
    finishedAt: run.finishedAt === null ? null : isoTime(run.finishedAt),
    actions: run.actions.map((action, index) => {
      const { statusCounts, reasons, credits } = run.tally[index] ?? NO_TALLY;
      return {
        type: typeOf(action),
        statusCounts: nonZero(statusCounts),
        reasons: { ...reasons },
        creditsUsed: credits,
      };
    }),
    imported: run.imported,
    creditsUsed: run.tally.reduce((sum, { credits }) => sum + credits, 0),
  };
}

function typeOf(action: unknown): string {
  return isObject(action) ? String(action['type'] ?? '') : '';
}

function nonZero(counts: ActionProgress['statusCounts']): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** The number of actions by status, over all records; statuses without any are omitted. */
function countsOf({ tally }: ActionRun): Map<ItemStatus, number> {
  const counts = new Map<ItemStatus, number>();
  for (const status of ITEM_STATUSES) {
    const count = tally.reduce((sum, { statusCounts }) => sum + (statusCounts[status] ?? 0), 0);
    if (count > 0) counts.set(status, count);
  }
  return counts;
}

/**
 * Our choice: PENDING until the number of records is known (an import before its first page), QUEUED until the first record
 * is settled, then PROCESSING. In the end COMPLETED if nothing failed, FAILED if nothing succeeded, CANCELLED if every
 * record was deleted or the run was given up, otherwise PARTIAL.
 */
function overallStatus({ records, finishedAt }: ActionRun, counts: ReadonlyMap<ItemStatus, number>): ActionRunStatus {
  const [done = 0, failed = 0, skipped = 0, cancelled = 0] = (
    ['COMPLETED', 'FAILED', 'SKIPPED', 'CANCELLED'] as const
  ).map((status) => counts.get(status) ?? 0);
  const settled = done + failed + skipped + cancelled;
  if (finishedAt === null) {
    if (records === null) return 'PENDING';
    return settled === 0 ? 'QUEUED' : 'PROCESSING';
  }
  if (settled > 0 && cancelled === settled) return 'CANCELLED';
  if (failed === 0 && cancelled === 0) return 'COMPLETED';
  return failed > 0 && done === 0 ? 'FAILED' : 'PARTIAL';
}

export const NO_TALLY: ActionProgress = { statusCounts: {}, reasons: {}, credits: 0 };

export function addOutcomes(tally: ActionProgress, rows: readonly OutcomeRow[], now: number): ActionProgress {
  const statusCounts: Record<string, number> = { ...tally.statusCounts };
  const reasons = dictionary(tally.reasons);
  const slot = String(Math.floor(now / SLOT_MS));
  const times = dictionary(tally.times);
  const ended = dictionary(times[slot]);
  let { credits } = tally;
  for (const row of rows) {
    statusCounts[row.status] = (statusCounts[row.status] ?? 0) + 1;
    ended[row.status] = (ended[row.status] ?? 0) + 1;
    statusCounts['PENDING'] = Math.max(0, (statusCounts['PENDING'] ?? 0) - 1);
    if (row.reason !== null) reasons[row.reason] = (reasons[row.reason] ?? 0) + 1;
    credits += row.credits;
  }
  if (rows.length > 0) times[slot] = ended;
  return { statusCounts, reasons, credits, times };
}

// Enrichment runs and imports, one after the other: for the pages of the local service.

/** Newest first. */
export async function listActionRuns({ tx, principal }: Context, query: PageRequest) {
  const { rows, paging } = await actionRunPage(tx, principal.workspaceId, query);
  return { runs: rows.map(statusView), ...paging };
}

/** What came of each action on each record of a run; `place`: of one of the actions. Throws Refusal `not_found`. */
export async function listActionRecords(
  context: Context,
  id: number,
  query: Parsed<'actions', 'records'>['query'] & TimeSpan & { readonly place?: number | undefined },
): Promise<ReplyData<'actions', 'records'>> {
  const run = await actionRunOf(context, id);
  const { cursor = '0', limit } = query;
  const [record = 0, action = -1] = cursor.split('-').map(Number);
  // One more than returned, to know whether there is a next page.
  const rows = await outcomesAfter(context.tx, run, query, { id: record, action }, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    records: page.map(({ action: index, credits, name, ...row }) => ({
      ...row,
      entity: run.entity,
      name: name || null,
      action: typeOf(run.actions[index]),
      creditsUsed: credits,
    })),
    nextCursor: rows.length > limit && last ? `${last.id}-${last.action}` : null,
    keptUntil: run.finishedAt === null ? null : isoTime(run.finishedAt + KEPT_MS),
  };
}

/** How many actions of a run ended when, by the quarter of an hour. Throws Refusal `not_found`. */
export async function listActionTimes(context: Context, id: number) {
  const { tally } = await actionRunOf(context, id);
  return tally.flatMap(({ times = {} }) =>
    Object.entries(times).flatMap(([slot, counts]) =>
      Object.entries(counts).map(([status, n]) => ({ at: Number(slot) * SLOT_MS, status, n })),
    ),
  );
}

/** Throws Refusal `forbidden` if no CRM is connected. */
export async function assertCrm({ tx }: Context): Promise<void> {
  if (await isSwitchedOn(tx, 'crm')) return;
  throw new Refusal('forbidden', 'No CRM is connected to this workspace', { feature: 'crm' });
}

// What came of each record of a run is deleted some time after the run has finished; the run and its figures stay. One job
// per workspace waits for the first of them, as long as there are any.

const PURGE_JOB = 'action-purge';
const DAY_MS = 86_400_000;

/** Our choice: how long the records of a finished run can be listed. */
const KEPT_MS = 90 * DAY_MS;

const SLICE_ROWS = 500;

/** First in a day, for what a store has kept from before; also after a purge that failed. */
export async function armRunPurge(context: Context): Promise<void> {
  await enqueueUnlessQueued(context, PURGE_JOB, '', context.now + DAY_MS);
}

/**
 * Deletes one slice. Returns when the next is due, once a day at most, and the run to go on with (0: the first); null if no run
 * has records that will be deleted.
 */
export async function purgeRuns({ tx, principal, now }: Context, from: number) {
  const { workspaceId } = principal;
  const until = now - KEPT_MS;
  const runId = await runWithRecords(tx, workspaceId, { from, until });
  if (runId !== null) {
    await deleteRunRecords(tx, runId, SLICE_ROWS);
    return { at: now, from: runId };
  }
  // A run that goes on finishes now at the earliest.
  const first = await firstFinishedAfter(tx, workspaceId, { until, now });
  return first === null ? null : { at: Math.max(first + KEPT_MS, now + DAY_MS), from: 0 };
}
