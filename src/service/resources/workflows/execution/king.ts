// KING (prioritize): of each group the first `limit` records leave through slot 0, the rest through slot 1. All records
// have arrived when it starts: they are ranked batch by batch, then moved on batch by batch.

import { WORKFLOW_LIMITS } from '../../../../contract/workflows/enums.ts';
import type { KingNode } from '../../../../contract/workflows/plan.ts';
import { conditionFields } from '../../../../rules/workflows/conditions/fields.ts';
import { customFields } from '../../records/queries/fields.ts';
import { pendingAt } from '../queries/run-records.ts';
import { insertRanks, prioritizedOf } from '../queries/runs.ts';
import { leaveStep } from './moves.ts';
import { recordValues } from './record-values.ts';
import type { Work } from './work.ts';

const BATCH = 1_000;

export async function executeKing(work: Work, step: number, node: KingNode): Promise<void> {
  const { context, run, plan, progress } = work;
  const { tx } = context;
  if (!progress.sorted.includes(step)) return rankBatch(work, step, node);
  const ids = await pendingAt(tx, run.id, step, BATCH);
  const limit = node.limit ?? WORKFLOW_LIMITS.kingLimitDefault;
  const first = await prioritizedOf(tx, { runId: run.id, step, limit }, ids);
  await leaveStep(tx, run.id, plan, { step, was: 'PENDING' }, [
    { ids: ids.filter((id) => first.has(id)), as: 'SUCCEEDED', slot: 0 },
    { ids: ids.filter((id) => !first.has(id)), as: 'SUCCEEDED', slot: 1 },
  ]);
}

async function rankBatch(work: Work, step: number, node: KingNode): Promise<void> {
  const { context, run, progress, save } = work;
  const { tx, principal } = context;
  const after = progress.sorting?.step === step ? progress.sorting.to : 0;
  const ids = await pendingAt(tx, run.id, step, BATCH, after);
  const last = ids.at(-1);
  if (last === undefined) return save({ sorting: null, sorted: [...progress.sorted, step] });
  const customs = await customFields(tx, principal.workspaceId);
  const groupBy = node.groupBy ?? '';
  const orderBy = node.orderBy ?? '';
  const known = { customs, fields: conditionFields(customs) };
  const values = await recordValues(work, known, ids, [groupBy, orderBy]);
  await insertRanks(
    tx,
    run.id,
    step,
    ids.map((entityId) => {
      const of = values.get(entityId);
      return { entityId, group: JSON.stringify(of?.get(groupBy) ?? null), order: orderOf(of?.get(orderBy)) };
    }),
  );
  await save({ sorting: { step, to: last } });
}

/** A number or a time; null for values without an order. */
function orderOf(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value);
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
