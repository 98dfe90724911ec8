import { type ActionRunStatus, ITEM_STATUSES, type ItemStatus } from '../../../contract/actions/enums.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { isObject } from '../../../contract/json.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { type ActionProgress, type ActionRun, actionRunById } from './queries/runs.ts';
import { NO_TALLY } from './tally.ts';

export type Status = ReplyOf<Table['actions']['status']>;

/** Throws Refusal `not_found`. */
export async function actionRunOf({ tx, principal }: Context, id: number): Promise<ActionRun> {
  const run = await actionRunById(tx, principal.workspaceId, id);
  if (!run) throw new Refusal('not_found', `There is no action run ${id}`);
  return run;
}

/** Throws Refusal `not_found`. */
export async function getStatus(context: Context, id: number): Promise<Status> {
  return statusView(await actionRunOf(context, id));
}

export function statusView(run: ActionRun): Status {
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

/** What kind of action a run holds. */
export function typeOf(action: unknown): string {
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
