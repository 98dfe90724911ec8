// Enrichment runs and imports: started by a request, carried on slice by slice, read by anybody who watches
// (SERVICE-API, Actions).

import { ITEM_STATUSES, type ItemStatus, type RunStatus } from '../../../contract/actions/enums.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import { checkedRun } from './check.ts';
import {
  type ActionRun,
  actionRunById,
  addRunLists,
  addRunRecords,
  insertActionRun,
  type Tally,
  updateActionRun,
} from './queries/runs.ts';

type Started = ReplyOf<Table['actions']['run']>;
type Status = ReplyOf<Table['actions']['status']>;

/** The kind of job a run is carried on by. Its payload is `{ runId }`. */
const ACTION_RUN_JOB = 'action-run';

export const NO_TALLY: Tally = { statusCounts: {}, reasons: {}, credits: 0 };

/** Throws Refusal as `checkedRun` does; nothing is started then. The records of a list are those it has now. */
export async function startActions(context: Context, body: unknown): Promise<Started> {
  const { input, target, ids } = await checkedRun(context, body);
  const { tx, principal, now } = context;
  const entity = target === 'contactIds' || target === 'contactGroupIds' ? 'CONTACT' : 'COMPANY';
  const { actions } = input;
  const tally = actions.map(() => NO_TALLY);
  const id = await insertActionRun(tx, principal.workspaceId, {
    entity,
    actions,
    importSource: null,
    tally,
    createdAt: now,
  });
  const isLists = target === 'contactGroupIds' || target === 'companyGroupIds';
  const records = isLists ? await addRunLists(tx, id, entity, ids) : await addRunRecords(tx, id, entity, 'TARGET', ids);
  const pending = actions.map((): Tally => ({ ...NO_TALLY, statusCounts: { PENDING: records } }));
  // An empty list: there is nothing to do, and it is done.
  const finishedAt = records === 0 ? now : null;
  await updateActionRun(tx, {
    id,
    records,
    position: 0,
    tally: pending,
    imported: 0,
    createdAt: now,
    finishedAt,
    entity,
  });
  if (finishedAt === null) await queueRun(context, id);
  return { actionsId: id, createdAt: isoTime(now) };
}

/** In the transaction that made the run: it is carried on when that commits. */
export async function queueRun({ tx, principal, now }: Context, runId: number): Promise<void> {
  const key = String(runId);
  await enqueueJob(tx, {
    workspaceId: principal.workspaceId,
    kind: ACTION_RUN_JOB,
    key,
    dueAt: now,
    payload: { runId },
  });
}

/** Throws Refusal `not_found`. */
async function actionRunOf({ tx, principal }: Context, id: number): Promise<ActionRun> {
  const run = await actionRunById(tx, principal.workspaceId, id);
  if (!run) throw new Refusal('not_found', `There are no actions ${id}`);
  return run;
}

/** How far a run is. Throws Refusal `not_found`. */
export async function readStatus(context: Context, id: number): Promise<Status> {
  const run = await actionRunOf(context, id);
  const counts = countsOf(run);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const pending = counts.get('PENDING') ?? 0;
  return {
    actionsId: run.id,
    entity: run.entity,
    overallStatus: overallStatus(run, counts),
    totalActions: total,
    statusCounts: Object.fromEntries(counts),
    // Rounded down: 100 is only said when it is over.
    progress: run.finishedAt !== null ? 100 : total === 0 ? 0 : Math.floor(((total - pending) * 100) / total),
    createdAt: isoTime(run.createdAt),
    finishedAt: run.finishedAt === null ? null : isoTime(run.finishedAt),
    actions: run.actions.map((action, index) => {
      const { statusCounts, reasons, credits } = run.tally[index] ?? NO_TALLY;
      return {
        type: typeOf(action),
        statusCounts: filled(statusCounts),
        reasons: { ...reasons },
        creditsUsed: credits,
      };
    }),
    imported: run.imported,
    creditsUsed: run.tally.reduce((sum, { credits }) => sum + credits, 0),
  };
}

function typeOf(action: unknown): string {
  return typeof action === 'object' && action !== null && 'type' in action ? String(action.type) : '';
}

function filled(counts: Tally['statusCounts']): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Actions of all records by status; those nobody is in are left out. */
function countsOf({ tally }: ActionRun): Map<ItemStatus, number> {
  const counts = new Map<ItemStatus, number>();
  for (const status of ITEM_STATUSES) {
    const count = tally.reduce((sum, { statusCounts }) => sum + (statusCounts[status] ?? 0), 0);
    if (count > 0) counts.set(status, count);
  }
  return counts;
}

/**
 * Chosen: PENDING until it is known what the run works on (an import before its first page), QUEUED until the first
 * record is done, then PROCESSING. At the end COMPLETED where nothing failed, FAILED where nothing succeeded,
 * CANCELLED where nothing was done for the records were gone or the run was given up, else PARTIAL.
 */
function overallStatus({ records, finishedAt }: ActionRun, counts: ReadonlyMap<ItemStatus, number>): RunStatus {
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
