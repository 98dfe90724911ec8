import type { ParsedOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { WorkflowNode } from '../../../../contract/workflows/plan.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { POSITIONS_KEPT_MS } from '../execution/finish.ts';
import { isUnfinished, type RunRecordRow, runRecordsAfter } from '../queries/run-record-list.ts';
import type { RunRow } from '../queries/runs.ts';
import { workflowVersion } from '../queries/workflows.ts';
import { runOf } from './read.ts';

type RunRecordsReply = ReplyOf<Table['workflows']['runRecords']>;

/** What each step of a run did to each record that reached it: by record, then by step. Throws Refusal `not_found` for the run or the step. */
export async function listRunRecords(
  context: Context,
  runId: number,
  { status, stepId, cursor, limit }: ParsedOf<Table['workflows']['runRecords']>['query'],
): Promise<RunRecordsReply> {
  const { tx, now } = context;
  const run = await runOf(context, runId);
  const nodes = (await workflowVersion(tx, run.workflowId, run.version))?.plan.nodes ?? [];
  const step = stepId === undefined ? null : nodes.findIndex(({ id }) => id === stepId);
  if (step !== null && step < 0) throw new Refusal('not_found', `Run ${runId} has no step ${stepId}`);
  const keptUntil = run.finishedAt === null ? null : run.finishedAt + POSITIONS_KEPT_MS;
  // Swept batch by batch: what is left by then says nothing about the whole.
  const isSwept = keptUntil !== null && keptUntil <= now;
  // One more than returned, to know whether there is a next page.
  const [afterId = 0, afterStep = Number.MAX_SAFE_INTEGER] = (cursor ?? '').split('-').filter(Boolean).map(Number);
  const window = { after: { id: afterId, step: afterStep }, limit: limit + 1 };
  const rows = isSwept ? [] : await runRecordsAfter(tx, run, { status: status ?? null, step }, window);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    records: page.map((row) => recordView(run, nodes, row)),
    nextCursor: rows.length > limit && last ? `${last.id}-${last.step}` : null,
    keptUntil: keptUntil === null ? null : isoTime(keptUntil),
  };
}

function recordView(
  run: RunRow,
  nodes: readonly WorkflowNode[],
  row: RunRecordRow,
): RunRecordsReply['records'][number] {
  const isCut = run.status !== 'RUNNING' && isUnfinished(row.status);
  return {
    id: row.id,
    entity: run.entity,
    name: row.name || null,
    status: isCut ? 'CANCELLED' : row.status,
    stepId: nodes[row.step]?.id ?? '',
    dueAt: isCut || row.dueAt === null ? null : isoTime(row.dueAt),
    reason: isCut ? run.reason : row.reason,
  };
}
